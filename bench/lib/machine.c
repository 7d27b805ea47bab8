/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "machine.h"

#include "clock.h"
#include "str.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#define LINE_MAX_BYTES 4096

static void set_text(char to[WICK_MACHINE_TEXT_MAX], struct wick_str text)
{
    (void)snprintf(to, WICK_MACHINE_TEXT_MAX, "%.*s", WICK_STR_ARG(text));
}

static struct wick_str without_newline(const char *line)
{
    struct wick_str text = wick_str_from(line);

    if (text.len > 0 && text.ptr[text.len - 1] == '\n') {
        text.len--;
    }
    return text;
}

/* The first line of a small file. */
static void read_line(const char *path, char to[WICK_MACHINE_TEXT_MAX])
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "re");

    to[0] = '\0';
    if (!file) {
        return;
    }
    if (fgets(line, sizeof(line), file)) {
        set_text(to, without_newline(line));
    }
    (void)fclose(file);
}

/* "model name : X" on x86; arm64 has a number of the part alone. */
static void read_cpu(struct wick_machine *machine)
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen("/proc/cpuinfo", "re");
    struct wick_str key;
    struct wick_str value;

    while (file && fgets(line, sizeof(line), file)) {
        if (!wick_str_cut(without_newline(line), ':', &key, &value)) {
            continue;
        }
        key = wick_str_trim(key);
        value = wick_str_trim(value);
        if (machine->cpu[0] == '\0' &&
            (wick_str_eq(key, WICK_STR("model name")) ||
             wick_str_eq(key, WICK_STR("CPU part")))) {
            set_text(machine->cpu, value);
        } else if (wick_str_eq(key, WICK_STR("flags")) &&
                   wick_str_find(value, WICK_STR(" hypervisor")) !=
                       WICK_STR_NONE) {
            machine->is_virtual = true;
        }
    }
    if (file) {
        (void)fclose(file);
    }
}

/* "always [madvise] never": the word in brackets. */
static void read_huge_pages(struct wick_machine *machine)
{
    char modes[WICK_MACHINE_TEXT_MAX];
    struct wick_str before;
    struct wick_str rest;
    struct wick_str mode;

    read_line("/sys/kernel/mm/transparent_hugepage/enabled", modes);
    if (wick_str_cut(wick_str_from(modes), '[', &before, &rest) &&
        wick_str_cut(rest, ']', &mode, &before)) {
        set_text(machine->huge_pages, mode);
    }
}

void wick_machine_init(struct wick_machine *machine)
{
    struct utsname name;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);

    *machine = (struct wick_machine){0};
    if (uname(&name) == 0) {
        set_text(machine->kernel, wick_str_from(name.release));
        set_text(machine->architecture, wick_str_from(name.machine));
    }
    machine->cores = cores > 0 ? (unsigned)cores : 0;
    if (pages > 0 && page_bytes > 0) {
        machine->memory_kb = (uint64_t)pages * (uint64_t)page_bytes / 1024;
    }
    read_cpu(machine);
    read_huge_pages(machine);
    read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
              machine->governor);
}

/* The first line of /proc/stat (proc(5)): ticks by kind, all CPUs. */
static void read_ticks(double *busy_s, double *steal_s)
{
    enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, COUNT };
    unsigned long long ticks[COUNT] = {0};
    FILE *file = fopen("/proc/stat", "re");
    double per_s = (double)sysconf(_SC_CLK_TCK);

    if (file) {
        if (fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu",
                   &ticks[USER], &ticks[NICE], &ticks[SYSTEM], &ticks[IDLE],
                   &ticks[IOWAIT], &ticks[IRQ], &ticks[SOFTIRQ],
                   &ticks[STEAL]) != COUNT) {
            (void)memset(ticks, 0, sizeof(ticks));
        }
        (void)fclose(file);
    }
    *busy_s = (double)(ticks[USER] + ticks[NICE] + ticks[SYSTEM] + ticks[IRQ] +
                       ticks[SOFTIRQ]) /
              per_s;
    *steal_s = (double)ticks[STEAL] / per_s;
}

static double own_seconds(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_CHILDREN, &usage) < 0) {
        return 0;
    }
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

void wick_machine_load_start(struct wick_machine_load *load)
{
    load->start_ns = wick_clock_monotonic_ns();
    load->start_own_s = own_seconds();
    read_ticks(&load->start_busy_s, &load->start_steal_s);
}

static double share(double part_s, double whole_s)
{
    if (whole_s <= 0 || part_s <= 0) {
        return 0;
    }
    return part_s < whole_s ? part_s / whole_s : 1;
}

void wick_machine_load_read(const struct wick_machine_load *load,
                            double *others, double *stolen)
{
    double busy_s;
    double steal_s;
    double passed_s =
        (double)(wick_clock_monotonic_ns() - load->start_ns) / WICK_NS_PER_S;
    double whole_s = passed_s * (double)sysconf(_SC_NPROCESSORS_ONLN);

    read_ticks(&busy_s, &steal_s);
    *others =
        share(busy_s - load->start_busy_s - (own_seconds() - load->start_own_s),
              whole_s);
    *stolen = share(steal_s - load->start_steal_s, whole_s);
}
