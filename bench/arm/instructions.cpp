// A plugin of QEMU that prints how many instructions the program executed. What it needs of qemu-plugin.h, version 1,
// is declared here, since Debian does not install that header.
#include <cstddef>
#include <cstdint>
#include <cstdio>

extern "C" {

using qemu_plugin_id_t = std::uint64_t;
struct qemu_plugin_tb;  // a stretch of instructions without a jump
struct qemu_info_t;
constexpr int QEMU_PLUGIN_INLINE_ADD_U64 = 0;

std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* stretch);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_inline(qemu_plugin_tb* stretch, int operation, void* to, std::uint64_t number);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, void*), void* data);

[[gnu::visibility("default")]] extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;

static std::uint64_t instructions = 0;

[[gnu::visibility("default")]] int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t*, int, char**) {
  qemu_plugin_register_vcpu_tb_trans_cb(id, [](qemu_plugin_id_t, qemu_plugin_tb* stretch) {
    qemu_plugin_register_vcpu_tb_exec_inline(stretch, QEMU_PLUGIN_INLINE_ADD_U64, &instructions,
                                             qemu_plugin_tb_n_insns(stretch));
  });
  qemu_plugin_register_atexit_cb(
      id, [](qemu_plugin_id_t, void*) { std::fprintf(stderr, "instructions %ju\n", std::uintmax_t{instructions}); },
      nullptr);
  return 0;
}

}  // extern "C"
