// SPDX-License-Identifier: GPL-2.0
/*
 * The hypervisor as a TCG plugin for QEMU's pseries machine: catches the
 * instruction that calls a hypervisor, answers H_HTM itself, and lets QEMU
 * answer all other calls.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "htm.h"
#include "hypervisor.h"
#include "qemu_api.h"

#define INSN_SIZE	4
#define REGISTER_SIZE	8

/* From user space, which may not call a hypervisor: the problem-state bit */
#define MSR_PR		(1ULL << 14)

/* `sc 1` as it lies in memory */
static const uint8_t sc1_big[INSN_SIZE] = { 0x44, 0x00, 0x00, 0x22 };
static const uint8_t sc1_little[INSN_SIZE] = { 0x22, 0x00, 0x00, 0x44 };

static struct hypervisor *hypervisor;

/* The same for all virtual CPUs, for QEMU looks them up in the one that runs */
static struct {
	struct qemu_plugin_register *opcode;
	struct qemu_plugin_register *argument[CALL_ARGUMENTS];
	struct qemu_plugin_register *msr;
} registers;

__attribute__((noreturn))
static void die(const char *what)
{
	fprintf(stderr, "hypervisor: %s\n", what);
	abort();
}

static struct qemu_plugin_register *find_register(const GArray *all, const char *name)
{
	const qemu_plugin_reg_descriptor *list = (const void *)all->data;

	for (unsigned int i = 0; i < all->len; i++) {
		if (!strcmp(list[i].name, name))
			return list[i].handle;
	}
	die("this QEMU does not have the registers of a POWER processor");
}

static void find_registers(void)
{
	GArray *all = qemu_plugin_get_registers();
	char name[] = "r4";

	registers.opcode = find_register(all, "r3");
	registers.msr = find_register(all, "msr");
	for (int i = 0; i < CALL_ARGUMENTS; i++) {
		name[1] = '4' + i;
		registers.argument[i] = find_register(all, name);
	}
	g_array_unref(all);
}

static void reverse(uint8_t bytes[REGISTER_SIZE])
{
	for (int i = 0; i < REGISTER_SIZE / 2; i++) {
		uint8_t byte = bytes[i];

		bytes[i] = bytes[REGISTER_SIZE - 1 - i];
		bytes[REGISTER_SIZE - 1 - i] = byte;
	}
}

/* Registers come and go in the byte order that the guest runs in: @little. */
static uint64_t read_register(struct qemu_plugin_register *handle, bool little)
{
	GByteArray *bytes = g_byte_array_sized_new(REGISTER_SIZE);
	uint64_t value = 0;

	if (!qemu_plugin_read_register(handle, bytes) || bytes->len != REGISTER_SIZE)
		die("a register cannot be read");
	if (little)
		reverse(bytes->data);
	for (int i = 0; i < REGISTER_SIZE; i++)
		value = value << 8 | bytes->data[i];
	g_byte_array_unref(bytes);
	return value;
}

static void write_register(struct qemu_plugin_register *handle, bool little, uint64_t value)
{
	uint8_t room[REGISTER_SIZE];
	GByteArray bytes = { .data = room, .len = sizeof(room) };

	for (int i = 0; i < REGISTER_SIZE; i++)
		room[i] = value >> 8 * (REGISTER_SIZE - 1 - i);
	if (little)
		reverse(room);
	if (!qemu_plugin_write_register(handle, &bytes))
		die("a register cannot be written");
}

static bool read_memory(void *ctx, uint64_t address, void *to, size_t size)
{
	GByteArray *bytes = g_byte_array_sized_new(size);
	bool good;

	(void)ctx;
	good = qemu_plugin_read_memory_hwaddr(address, bytes, size) ==
		QEMU_PLUGIN_HWADDR_OPERATION_OK;
	if (good)
		memcpy(to, bytes->data, size);
	g_byte_array_unref(bytes);
	return good;
}

static bool write_memory(void *ctx, uint64_t address, const void *from, size_t size)
{
	/* QEMU takes this one as not const, and only reads it */
	GByteArray bytes = { .data = (uint8_t *)from, .len = size };

	(void)ctx;
	return qemu_plugin_write_memory_hwaddr(address, &bytes) ==
		QEMU_PLUGIN_HWADDR_OPERATION_OK;
}

static bool is_ours(bool little)
{
	return read_register(registers.opcode, little) == HTM_OPCODE &&
	       !(read_register(registers.msr, little) & MSR_PR);
}

static void on_call(unsigned int cpu, uint64_t pc, bool little)
{
	static const struct guest guest = { .read = read_memory, .write = write_memory };
	uint64_t arguments[CALL_ARGUMENTS];
	long code;

	if (!is_ours(little))
		return;
	for (int i = 0; i < CALL_ARGUMENTS; i++)
		arguments[i] = read_register(registers.argument[i], little);
	if (!hypervisor_call(hypervisor, &guest, cpu, arguments, &code))
		return;
	write_register(registers.opcode, little, code);
	/* Leaves this function for good, so that QEMU does not see the call */
	qemu_plugin_set_pc(pc + INSN_SIZE);
}

static void on_big_call(unsigned int cpu, void *pc)
{
	on_call(cpu, (uintptr_t)pc, false);
}

static void on_little_call(unsigned int cpu, void *pc)
{
	on_call(cpu, (uintptr_t)pc, true);
}

/* The bytes of the instruction tell which byte order the guest runs in. */
static void watch(struct qemu_plugin_insn *insn)
{
	uint8_t bytes[INSN_SIZE];
	void *pc = (void *)(uintptr_t)qemu_plugin_insn_vaddr(insn);

	if (qemu_plugin_insn_data(insn, bytes, sizeof(bytes)) != sizeof(bytes))
		return;
	if (!memcmp(bytes, sc1_big, sizeof(bytes)))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_big_call,
						       QEMU_PLUGIN_CB_RW_REGS_PC, pc);
	else if (!memcmp(bytes, sc1_little, sizeof(bytes)))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_little_call,
						       QEMU_PLUGIN_CB_RW_REGS_PC, pc);
}

static void on_translate(struct qemu_plugin_tb *tb, void *userdata)
{
	size_t count = qemu_plugin_tb_n_insns(tb);

	(void)userdata;
	for (size_t i = 0; i < count; i++)
		watch(qemu_plugin_tb_get_insn(tb, i));
}

static void on_cpu(unsigned int cpu, void *userdata)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)cpu;
	(void)userdata;
	pthread_once(&once, find_registers);
}

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_API_VERSION;

QEMU_PLUGIN_EXPORT
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv);

/**
 * qemu_plugin_install - what QEMU calls when it has loaded the plugin
 * @id: names the plugin
 * @info: about QEMU
 * @argc: how many arguments
 * @argv: of the plugin, key=value each
 *
 * Return: 0, or -1: then QEMU ends.
 */
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
	struct config config;
	struct error error;

	(void)info;
	config_init(&config);
	if (!config_arguments(&config, argc, argv, &error)) {
		config_free(&config);
		fprintf(stderr, "hypervisor: %s\n", error.text);
		return -1;
	}
	hypervisor = hypervisor_new(&config, &error);
	if (!hypervisor) {
		fprintf(stderr, "hypervisor: %s\n", error.text);
		return -1;
	}
	qemu_plugin_register_vcpu_init_cb(id, on_cpu, NULL);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate, NULL);
	return 0;
}
