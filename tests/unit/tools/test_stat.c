// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "seed.h"
#include "stat_view.h"
#include "tap.h"
#include "tracepoint.h"

#define ROUNDS	100000

/* As of kernel 7.2 */
static const char hcall_format[] =
	"name: htm_hcall\n"
	"ID: 1453\n"
	"format:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"
	"\n"
	"\tfield:u8 node;\toffset:8;\tsize:1;\tsigned:0;\n"
	"\tfield:u8 chip;\toffset:9;\tsize:1;\tsigned:0;\n"
	"\tfield:u32 op;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:u64 xns;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:char why[32];\toffset:24;\tsize:32;\tsigned:0;\n"
	"\tfield:s64 code;\toffset:56;\tsize:8;\tsigned:1;\n"
	"\tfield:u64 ns;\toffset:64;\tsize:8;\tsigned:0;\n"
	"\n"
	"print fmt: \"ns=%llu\", REC->ns\n";

static int parse(const char *text, struct tracepoint_field *fields, size_t count,
		 struct tracepoint *tp, const char **missing)
{
	FILE *file = fmemopen((void *)text, strlen(text), "r");
	int err;

	*tp = (struct tracepoint) { .fields = fields, .count = count };
	err = tracepoint_parse(tp, file, missing);
	fclose(file);
	return err;
}

static void check_format(void)
{
	struct tracepoint_field fields[] = {
		{ .name = "node" }, { .name = "ns" }, { .name = "code" }, { .name = "common_type" },
	};
	struct tracepoint_field array = { .name = "why" }, absent = { .name = "bytes" };
	const char *missing;
	struct tracepoint tp;

	is_int(parse(hcall_format, fields, 4, &tp, &missing), 0, "a format file is read");
	is_u64(tp.id, 1453, "the tracepoint's number is found");
	is_u64(tp.size, 72, "a record ends with the last field that is wanted");
	is_u64(fields[0].offset, 8, "a field's offset is found");
	is_u64(fields[1].offset, 64, "a field is told from one whose name ends alike");
	ok(fields[2].is_signed && !fields[1].is_signed, "signed fields are told from others");
	is_u64(fields[3].size, 2, "the fields that all records have are found");
	is_int(parse(hcall_format, &absent, 1, &tp, &missing), -ENOENT, "a field that is not there is missed");
	ok(missing && !strcmp(missing, "bytes"), "and named");
	is_int(parse(hcall_format, &array, 1, &tp, &missing), -ENOENT, "an array is no number");
	is_int(parse("name: x\n\tfield:u8 node;\toffset:8;\tsize:1;\tsigned:0;\n", fields, 1, &tp,
		     &missing), -ENOENT, "a format without number is refused");
	is_int(parse("ID: 3\n\tfield:u8 node;\toffset:65535;\tsize:8;\tsigned:0;\n", fields, 1,
		     &tp, &missing), -ENOENT, "a field that no record has room for is refused");
	is_int(parse("", fields, 1, &tp, &missing), -ENOENT, "an empty file is refused");
}

/* Any cut and any flipped byte of a format is read or refused, and nothing else. */
static void check_bad_formats(void)
{
	struct tracepoint_field fields[] = { { .name = "node" }, { .name = "code" }, { .name = "ns" } };
	char text[sizeof(hcall_format)];
	const char *missing;
	struct tracepoint tp;
	int wrong = 0;

	for (int i = 0; i < 2000; i++) {
		int err;

		memcpy(text, hcall_format, sizeof(text));
		text[rand() % (sizeof(text) - 1)] = 1 + rand() % 255;
		text[1 + rand() % (sizeof(text) - 1)] = '\0';
		err = parse(text, fields, 3, &tp, &missing);
		wrong += err && (err != -ENOENT || !missing);
		for (int n = 0; !err && n < 3; n++)
			wrong += fields[n].offset + fields[n].size > tp.size;
	}
	is_int(wrong, 0, "damaged formats are read or refused");
}

static void check_values(void)
{
	const uint8_t record[] = { 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	struct tracepoint_field field = { .offset = 0, .is_signed = true };
	uint64_t value, wanted;

	for (field.size = 1; field.size <= 4; field.size *= 2) {
		field.is_signed = true;
		ok(tracepoint_value(&field, record, sizeof(record), &value), "a field is read");
		wanted = 0xff;
		wanted = field.size == 1 ? (uint64_t)-2 : __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ?
			(uint64_t)-2 : value;
		is_u64(value, wanted, "a negative number of %u bytes stays one", field.size);
		field.is_signed = false;
		tracepoint_value(&field, record, sizeof(record), &value);
		ok(value <= (1ULL << 8 * field.size) - 1, "an unsigned one of %u bytes is not extended",
		   field.size);
	}
	field = (struct tracepoint_field) { .offset = 1, .size = 8 };
	ok(tracepoint_value(&field, record, sizeof(record), &value) && value == UINT64_MAX,
	   "the last field of a record is read");
	field.offset = 2;
	ok(!tracepoint_value(&field, record, sizeof(record), &value), "one behind it is not");
	ok(!tracepoint_value(&field, record, 4, &value), "nor one of a short record");
}

static void check_slots(void)
{
	int wrong = 0;

	is_u64(tally_slot(0), 0, "no time is in the first slot");
	is_u64(tally_slot(1), 0, "nor has 1 ns another");
	is_u64(tally_slot(2), 1, "the second begins with 2 ns");
	is_u64(tally_slot((1ULL << 39) - 1), 38, "the last but one ends before 2^39 ns");
	is_u64(tally_slot(1ULL << 39), 39, "the last begins there");
	is_u64(tally_slot(UINT64_MAX), TALLY_SLOTS - 1, "and has all that is longer");
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t ns = ((uint64_t)rand() << 31 | rand()) >> rand() % 62;
		unsigned int slot = tally_slot(ns);

		wrong += ns < tallies_slot_ns(slot) ||
			 (slot + 1 < TALLY_SLOTS && ns >= tallies_slot_ns(slot + 1));
	}
	is_int(wrong, 0, "a time is between where its slot begins and the next one does");
}

static void check_codes(void)
{
	static const struct {
		__s64 code;
		int busy, failed;
	} codes[] = {
		{ 0, 0, 0 }, { 5, 0, 0 }, { 3, 0, 0 }, { 1, 1, 0 }, { 9899, 0, 1 }, { 9900, 1, 0 },
		{ 9905, 1, 0 }, { 9906, 0, 1 }, { -1, 0, 1 }, { -75, 0, 1 }, { 2, 0, 1 },
	};

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		struct tally t = {};

		tally_add(&t, codes[i].code, 100, 7);
		ok((int)t.busy == codes[i].busy && (int)t.failed == codes[i].failed,
		   "code %lld is busy, failed or neither", (long long)codes[i].code);
		ok(t.calls == 1 && t.ns == 100 && t.bytes == 7 && t.slots[6] == 1,
		   "code %lld is counted", (long long)codes[i].code);
	}
}

static void add(struct tallies *t, uint8_t chip, uint32_t op, int64_t code, uint64_t ns,
		uint64_t bytes)
{
	struct tally_key key = { .chip = chip, .type = 1, .op = op };

	tally_add(tallies_get(t, &key), code, ns, bytes);
}

static void fill(struct tallies *t)
{
	add(t, 2, TALLY_WAIT, 0, 3000000, 0);
	add(t, 2, 9, 5, 100000, 1 << 20);
	add(t, 1, 2, 0, 20000, 0);
	add(t, 2, 9, 1, 1000, 0);
	add(t, 2, 9, 0, 120000, 1 << 20);
	add(t, 2, 77, -4, 1000, 0);
	tallies_sort(t);
}

static void check_table(void)
{
	struct tallies before = {}, now = {}, change = {};
	struct htm_target target;

	fill(&before);
	fill(&now);
	is_u64(now.count, 4, "there is a row for each operation on each target");
	is_u64(tallies_target(&now, 0, &target), 1, "a target's rows end where another's begin");
	is_int(target.chip, 1, "targets are in their order");
	is_u64(tallies_target(&now, 1, &target), 4, "the last target's rows end with the table");
	is_u64(now.items[3].key.op, TALLY_WAIT, "waits come behind all operations");
	is_int(tallies_since(&now, &before, &change), 0, "tables are compared");
	is_u64(change.count, 0, "nothing new is no row");
	add(&now, 2, 9, 5, 7, 11);
	add(&now, 9, 4, 0, 5, 0);
	tallies_sort(&now);
	tallies_since(&now, &before, &change);
	is_u64(change.count, 2, "what is new is in rows of its own");
	ok(change.items[0].tally.calls == 1 && change.items[0].tally.ns == 7 &&
	   change.items[0].tally.bytes == 11 && change.items[0].tally.slots[2] == 1 &&
	   change.items[0].tally.slots[16] == 0, "with what came since only");
	is_u64(change.items[1].tally.calls, 1, "a row that was not there before is all new");
	tallies_free(&before);
	tallies_free(&now);
	tallies_free(&change);
}

static void prints(void (*print)(FILE *out, const struct stat_view *view),
		   const struct stat_view *view, const char *want, const char *what)
{
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	print(out, view);
	fclose(out);
	if (!ok(!strcmp(got, want), "%s", what))
		diag("got:\n%s", got);
	free(got);
}

#ifdef HAVE_JSON
static void as_json(FILE *out, const struct stat_view *view)
{
	is_int(stat_json(out, view), 0, "a view becomes JSON");
}

static void check_json(const struct stat_view *view)
{
	prints(as_json, view,
	       "{\"total\":true,\"time_ns\":2000000000,\"span_ns\":2000000000,\"counted_by\":\"hand\","
	       "\"not_counted\":3,\"targets\":["
	       "{\"target\":\"n0.p1.c0.t1\",\"bytes\":0,\"bytes_per_second\":0,\"operations\":["
	       "{\"operation\":\"STATUS\",\"number\":2,\"calls\":1,\"busy\":0,\"failed\":0,\"bytes\":0,"
	       "\"ns\":20000,\"latency\":[{\"from_ns\":16384,\"calls\":1}]}],"
	       "\"waits\":{\"calls\":0,\"ns\":0,\"latency\":[]}},"
	       "{\"target\":\"n0.p2.c0.t1\",\"bytes\":2097152,\"bytes_per_second\":1048576,"
	       "\"operations\":["
	       "{\"operation\":\"DUMP_DATA\",\"number\":9,\"calls\":3,\"busy\":1,\"failed\":0,"
	       "\"bytes\":2097152,\"ns\":221000,\"latency\":[{\"from_ns\":512,\"calls\":1},"
	       "{\"from_ns\":65536,\"calls\":2}]},"
	       "{\"number\":77,\"calls\":1,\"busy\":0,\"failed\":1,\"bytes\":0,\"ns\":1000,"
	       "\"latency\":[{\"from_ns\":512,\"calls\":1}]}],"
	       "\"waits\":{\"calls\":1,\"ns\":3000000,\"latency\":[{\"from_ns\":2097152,\"calls\":1}]}}]}\n",
	       "JSON has all numbers");
}
#else
static void check_json(const struct stat_view *view)
{
	(void)view;
	is_status(shell("$htm stat --json"), 125, "without json-c, --json is an error");
	ok(said("without json-c"), "it says why");
}
#endif

static void check_print(void)
{
	struct tallies t = {}, none = {};
	struct stat_view view = {
		.total = true, .time = 2 * STAT_NS_PER_S, .span = 2 * STAT_NS_PER_S,
		.how = "hand", .lost = 3, .tallies = &t,
	};

	fill(&t);
	prints(stat_print_total, &view,
	       "2.000 s, counted by hand\n"
	       "\n"
	       "n0.p1.c0.t1: 0 bytes, 0.0 MiB/s (0.0 within DUMP_DATA), waited 0.000 s for the reader\n"
	       "  operation              calls   busy failed     total ms   average us\n"
	       "  STATUS                     1      0      0        0.020         20.0\n"
	       "\n"
	       "n0.p2.c0.t1: 2097152 bytes, 1.0 MiB/s (9049.8 within DUMP_DATA), waited 0.003 s for the reader\n"
	       "  operation              calls   busy failed     total ms   average us\n"
	       "  DUMP_DATA                  3      1      0        0.221         73.7\n"
	       "     512 ns ..   1 us         1 |@@@@@@@@@@@@@@@@@@@@                    |\n"
	       "       1 us ..   2 us         0 |                                        |\n"
	       "       2 us ..   4 us         0 |                                        |\n"
	       "       4 us ..   8 us         0 |                                        |\n"
	       "       8 us ..  16 us         0 |                                        |\n"
	       "      16 us ..  32 us         0 |                                        |\n"
	       "      32 us ..  64 us         0 |                                        |\n"
	       "      64 us .. 128 us         2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|\n"
	       "  operation 77               1      0      1        0.001          1.0\n"
	       "  wait for reader            1      -      -        3.000       3000.0\n"
	       "\n"
	       "NOT COUNTED: 3 events\n",
	       "the end's table has all numbers, and says that events were not counted");
	prints(stat_print_interval, &view,
	       "     2.000  n0.p1.c0.t1        STATUS                     1      0      0          -         20.0\n"
	       "     2.000  n0.p2.c0.t1        DUMP_DATA                  3      1      0        1.0         73.7\n"
	       "     2.000  n0.p2.c0.t1        operation 77               1      0      1          -          1.0\n"
	       "     2.000  n0.p2.c0.t1        wait for reader            1      -      -          -       3000.0\n",
	       "an interval has a line for each operation");
	check_json(&view);
	view = (struct stat_view) { .how = "hand", .tallies = &none };
	prints(stat_print_total, &view, "0.000 s, counted by hand\n\nnothing was called, and nobody waited\n",
	       "no event and no time are no trouble");
	prints(stat_print_interval, &view, "     0.000  -\n", "an interval with nothing is told");
	tallies_free(&t);
}

static int lines_with(const char *text, const char *what)
{
	int n = 0;

	for (text = strstr(text, what); text; text = strstr(text + 1, what))
		n++;
	return n;
}

static void check_histogram_ends(void)
{
	struct tallies t = {};
	struct stat_view view = { .total = true, .span = 1, .how = "hand", .tallies = &t };
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	add(&t, 0, 5, 0, 0, 0);
	add(&t, 0, 5, 0, UINT64_MAX / 4, 0);
	stat_print_total(out, &view);
	fclose(out);
	is_int(lines_with(got, "|\n"), TALLY_SLOTS, "from the first slot to the last, all are printed");
	ok(strstr(got, "       0 ns ..   2 ns         1 |"), "the first begins with no time");
	ok(strstr(got, "     512 s  and more          1 |"), "the last has no end");
	free(got);
	tallies_free(&t);
}

static void check_options(void)
{
	is_status(shell("$htm stat -I 9"), 125, "an interval that is too short is refused");
	ok(said("is no interval: from 10 to"), "it says so");
	is_status(shell("$htm stat -I 1s"), 125, "one with a unit is refused");
	is_status(shell("$htm stat -I 99999999999999999999"), 125, "one that is too long is refused");
	is_status(shell("$htm stat --help"), 0, "--help helps");
}

int main(void)
{
	seed_random();
	cli_begin();
	check_format();
	check_bad_formats();
	check_values();
	check_slots();
	check_codes();
	check_table();
	check_print();
	check_histogram_ends();
	check_options();
	cli_end();
	return done_testing();
}
