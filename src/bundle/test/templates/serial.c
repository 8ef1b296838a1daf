/* The pipeline on a board, at the other end of a serial port: frames come in, results and the
 * cycles that they took go out, so that they are compared where they were exported:
 *
 *     imaginet compare PIPELINE --target serial:/dev/ttyACM0
 *
 * A message, in both directions, is the bytes 0xA5 and 0x5A, its kind, the number of bytes
 * of its content in 32 bits, the content, and a check sum of all behind the first two bytes
 * in 16 bits. All numbers have the low byte first. The check sum is the CRC-16 with the
 * polynomial 0x1021 that starts at 0xFFFF (source: ITU-T V.41, as used by CRC-16/IBM-3740).
 *
 *     H            asks what the pipeline takes and gives
 *     R            starts it anew
 *     F            is a frame: its number in 32 bits, and all inputs, one behind the other
 *
 *     H            answers with the version of the protocol, the number of inputs and of
 *                  outputs in a byte each, the bytes of each of them in 32 bits, and the
 *                  id of the pipeline, so that firmware of another one is told
 *     O            is a result: the number of the output in a byte, and its bytes
 *     S            ends each answer: what the functions returned, and cycles, in 32 bits
 *     E            says that a message was not understood
 *
 * A board needs four functions, as qemu/uart.c has them for emulated ones.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stdint.h>

#include "pipeline.h"

#define FIRST 0xA5u
#define SECOND 0x5Au
#define VERSION 2u

/* Reads a byte, and waits for it. */
uint8_t serial_read(void);

/* Writes a byte, and waits for room. */
void serial_write(uint8_t byte);

/* Starts a clock, and says how many cycles went by since. */
void serial_start_clock(void);
uint32_t serial_stop_clock(void);

static uint16_t sum;

static void add_to_sum(uint8_t byte) {
    sum = (uint16_t) (sum ^ (unsigned) byte << 8);
    for (int i = 0; i < 8; i++)
        sum = (uint16_t) ((sum & 0x8000u) != 0 ? (unsigned) sum << 1 ^ 0x1021u
                                               : (unsigned) sum << 1);
}

static uint8_t read_byte(void) {
    const uint8_t byte = serial_read();

    add_to_sum(byte);
    return byte;
}

static uint32_t read_word(void) {
    uint32_t word = read_byte();

    word |= (uint32_t) read_byte() << 8;
    word |= (uint32_t) read_byte() << 16;
    return word | (uint32_t) read_byte() << 24;
}

/* Whether the check sum behind a message is right. */
static int ends_well(void) {
    const uint16_t expected = sum;
    uint32_t found = serial_read();

    found |= (uint32_t) serial_read() << 8;
    return found == expected;
}

static void write_byte(uint8_t byte) {
    add_to_sum(byte);
    serial_write(byte);
}

static void write_word(uint32_t word) {
    for (int i = 0; i < 4; i++)
        write_byte((uint8_t) (word >> 8 * i));
}

static void begin(uint8_t kind, uint32_t bytes) {
    serial_write(FIRST);
    serial_write(SECOND);
    sum = 0xFFFF;
    write_byte(kind);
    write_word(bytes);
}

static void end(void) {
    const uint16_t all = sum;

    serial_write((uint8_t) all);
    serial_write((uint8_t) (all >> 8));
}

static void answer(int status, uint32_t cycles) {
    begin('S', 8);
    write_word((uint32_t) status);
    write_word(cycles);
    end();
}

static void refuse(void) {
    begin('E', 0);
    end();
}

static void say_hello(void) {
    static const char unit[] = PIPELINE_UNIT;
    const uint32_t length = (uint32_t) sizeof unit - 1;

    begin('H', 3 + 4 * (PIPELINE_N_INPUTS + PIPELINE_N_OUTPUTS) + length);
    write_byte(VERSION);
    write_byte((uint8_t) PIPELINE_N_INPUTS);
    write_byte((uint8_t) PIPELINE_N_OUTPUTS);
    for (uint32_t i = 0; i < PIPELINE_N_INPUTS; i++)
        write_word(pipeline_input(i).bytes);
    for (uint32_t i = 0; i < PIPELINE_N_OUTPUTS; i++)
        write_word(pipeline_output(i).bytes);
    for (uint32_t i = 0; i < length; i++)
        write_byte((uint8_t) unit[i]);
    end();
}

static void send_results(uint32_t function) {
    for (uint32_t i = 0; i < PIPELINE_N_OUTPUTS; i++) {
        const PipelinePort port = pipeline_output(i);

        if (port.function != function)
            continue;
        begin('O', 1 + port.bytes);
        write_byte((uint8_t) i);
        for (uint32_t j = 0; j < port.bytes; j++)
            write_byte(port.data[j]);
        end();
    }
}

static uint32_t cycles;

static int put(uint32_t number) {
    int status;

    serial_start_clock();
    status = pipeline_put(number);
    cycles += serial_stop_clock();
    return status;
}

#if PIPELINE_HAS_QUEUE
static int get(uint32_t number) {
    int status;

    serial_start_clock();
    status = pipeline_get(number);
    cycles += serial_stop_clock();
    return status;
}

/* All results behind a frame. One function may have to wait until others gave theirs. */
static int get_all(void) {
    int is_taken;

    do {
        is_taken = 0;
        for (uint32_t i = 0; i < PIPELINE_N_GETS; i++) {
            int status;

            while ((status = get(i)) >= 0) {
                send_results(i);
                is_taken = 1;
            }
            if (status != PIPELINE_NODATA && status != PIPELINE_FULL)
                return status;
        }
    } while (is_taken);
    return 0;
}
#else
static int get_all(void) {
    send_results(0);
    return 0;
}
#endif

static void run(uint32_t frame) {
    int status = 0;

    cycles = 0;
    for (uint32_t i = 0; i < PIPELINE_N_PUTS && status >= 0; i++)
        if (pipeline_is_due(i, frame))
            status = put(i);
    if (status >= 0)
        status = get_all();
    answer(status, cycles);
}

static void read_frame(uint32_t bytes) {
    uint32_t expected = 4;
    uint32_t frame;

    for (uint32_t i = 0; i < PIPELINE_N_INPUTS; i++)
        expected += pipeline_input(i).bytes;
    if (bytes != expected) {
        refuse();
        return;
    }
    frame = read_word();
    for (uint32_t i = 0; i < PIPELINE_N_INPUTS; i++)
        for (uint32_t j = 0; j < pipeline_input(i).bytes; j++)
            pipeline_input(i).data[j] = read_byte();
    if (ends_well())
        run(frame);
    else
        refuse();
}

static void take_message(void) {
    uint8_t kind;
    uint32_t bytes;

    sum = 0xFFFF;
    kind = read_byte();
    bytes = read_word();
    if (kind == 'F')
        read_frame(bytes);
    else if (bytes != 0 || !ends_well())
        refuse();
    else if (kind == 'H')
        say_hello();
    else if (kind == 'R')
        answer(pipeline_init(), 0);
    else
        refuse();
}

int main(void) {
    uint8_t before = 0;

    pipeline_init();
    for (;;) {
        const uint8_t byte = serial_read();

        if (before == FIRST && byte == SECOND)
            take_message();
        before = byte;
    }
}
