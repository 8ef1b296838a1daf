/* The serial port of the emulated boards of run.sh, and their clock, for serial.c.
 *
 * The address of the port is SERIAL_PORT. On cores of Arm SysTick counts the cycles of the
 * core; it has 24 bits, so that one call may take 16 million. On RISC-V the core itself
 * counts; there run.sh lets an instruction take 64.
 *
 * Source: Arm, "Cortex-M System Design Kit", "APB UART", and the Armv7-M architecture
 * reference manual, "The system timer, SysTick"; National Semiconductor, "PC16550D", and
 * "The RISC-V Instruction Set Manual, Volume II", "Machine Cycle Counter".
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <stdint.h>

uint8_t serial_read(void);
void serial_write(uint8_t byte);
void serial_start_clock(void);
uint32_t serial_stop_clock(void);

#ifdef __riscv

#define REGISTER(address) (*(volatile uint8_t *) (address))
#define DATA REGISTER(SERIAL_PORT)
#define STATE REGISTER(SERIAL_PORT + 5u)

#define STATE_HAS_RECEIVED 0x01u
#define STATE_HAS_SENT 0x20u

static uint32_t start;

static uint32_t count_cycles(void) {
    uint32_t cycles;

    __asm__ volatile("csrr %0, mcycle" : "=r"(cycles));
    return cycles;
}

uint8_t serial_read(void) {
    while ((STATE & STATE_HAS_RECEIVED) == 0) {
    }
    return DATA;
}

void serial_write(uint8_t byte) {
    while ((STATE & STATE_HAS_SENT) == 0) {
    }
    DATA = byte;
}

void serial_start_clock(void) {
    start = count_cycles();
}

uint32_t serial_stop_clock(void) {
    return count_cycles() - start;
}

#else

#define REGISTER(address) (*(volatile uint32_t *) (address))
#define DATA REGISTER(SERIAL_PORT)
#define STATE REGISTER(SERIAL_PORT + 0x04u)
#define CONTROL REGISTER(SERIAL_PORT + 0x08u)
#define DIVIDER REGISTER(SERIAL_PORT + 0x10u)

#define STATE_IS_SENDING 1u
#define STATE_HAS_RECEIVED 2u
#define CONTROL_BOTH 3u
#define SMALLEST_DIVIDER 16u

#define SYST_CSR REGISTER(0xE000E010u)
#define SYST_RVR REGISTER(0xE000E014u)
#define SYST_CVR REGISTER(0xE000E018u)
#define SYST_LARGEST 0xFFFFFFu
#define SYST_OF_CORE 5u /* switched on, without interrupts */

static void open_port(void) {
    if (CONTROL == CONTROL_BOTH)
        return;
    DIVIDER = SMALLEST_DIVIDER;
    CONTROL = CONTROL_BOTH;
    SYST_RVR = SYST_LARGEST;
    SYST_CVR = 0;
    SYST_CSR = SYST_OF_CORE;
}

uint8_t serial_read(void) {
    open_port();
    while ((STATE & STATE_HAS_RECEIVED) == 0) {
    }
    return (uint8_t) DATA;
}

void serial_write(uint8_t byte) {
    open_port();
    while ((STATE & STATE_IS_SENDING) != 0) {
    }
    DATA = byte;
}

void serial_start_clock(void) {
    SYST_CVR = 0;
}

/* It counts down, from where it began anew. */
uint32_t serial_stop_clock(void) {
    return SYST_LARGEST - SYST_CVR;
}

#endif
