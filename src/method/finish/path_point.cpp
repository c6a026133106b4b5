#include "method/finish/path_point.h"

#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/labelled.h"

namespace espalier {

PathPoint path_point(const Model& model, const FitRequest& request, const Run& run) {
  PathPoint point;
  point.size = size_of(stripped(model));
  point.train_error = error_of(evaluate(model, request.train->table, request.train->target, run));
  if (const LabelledView* held_out = request.validation)
    point.validation_error = error_of(evaluate(model, held_out->table, held_out->target, run));
  return point;
}

}  // namespace espalier
