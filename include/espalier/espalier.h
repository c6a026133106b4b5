// All of Espalier.
#pragma once

#include "espalier/base.h"
#include "espalier/data.h"
#include "espalier/deploy.h"
#include "espalier/loss.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/route.h"
#include "espalier/version.h"
