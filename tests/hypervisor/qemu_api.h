/* SPDX-License-Identifier: GPL-2.0 */
/*
 * QEMU's interface for TCG plugins, as far as it is used here.
 *
 * Distributions ship no header for it. These are our own declarations for
 * version 7 of the interface (QEMU 11.1), with the few of GLib that it needs;
 * QEMU, which loads the plugin, has all of these symbols.
 */
#ifndef HYPERVISOR_QEMU_API_H
#define HYPERVISOR_QEMU_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_PLUGIN_EXPORT	__attribute__((visibility("default")))
#define QEMU_PLUGIN_API_VERSION	7

/* GLib's public structs of these names begin like this, and QEMU reads no more */
typedef struct {
	uint8_t *data;
	unsigned int len;
} GByteArray;

typedef struct {
	char *data;
	unsigned int len;
} GArray;

GByteArray *g_byte_array_sized_new(unsigned int reserved_size);
GByteArray *g_byte_array_set_size(GByteArray *array, unsigned int length);
void g_byte_array_unref(GByteArray *array);
void g_array_unref(GArray *array);

typedef uint64_t qemu_plugin_id_t;
struct qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_register;

typedef struct {
	struct qemu_plugin_register *handle;
	const char *name;
	const char *feature;
	bool is_readonly;
} qemu_plugin_reg_descriptor;

/* What a callback may do with the registers of its virtual CPU */
enum qemu_plugin_cb_flags {
	QEMU_PLUGIN_CB_NO_REGS,
	QEMU_PLUGIN_CB_R_REGS,
	QEMU_PLUGIN_CB_RW_REGS,
	QEMU_PLUGIN_CB_RW_REGS_PC,
};

/* The one answer of a memory function that is no error */
#define QEMU_PLUGIN_HWADDR_OPERATION_OK	0

typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned int vcpu_index, void *userdata);
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(struct qemu_plugin_tb *tb, void *userdata);

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_udata_cb_t cb,
				       void *userdata);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   qemu_plugin_vcpu_tb_trans_cb_t cb, void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    qemu_plugin_vcpu_udata_cb_t cb,
					    enum qemu_plugin_cb_flags flags, void *userdata);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *bytes, size_t size);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

GArray *qemu_plugin_get_registers(void);
bool qemu_plugin_read_register(struct qemu_plugin_register *handle, GByteArray *bytes);
bool qemu_plugin_write_register(struct qemu_plugin_register *handle, GByteArray *bytes);
__attribute__((noreturn))
void qemu_plugin_set_pc(uint64_t vaddr);

int qemu_plugin_read_memory_hwaddr(uint64_t address, GByteArray *bytes, size_t size);
int qemu_plugin_write_memory_hwaddr(uint64_t address, GByteArray *bytes);

#endif /* HYPERVISOR_QEMU_API_H */
