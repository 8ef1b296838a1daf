/* Runs the pipeline @name@ on what a sensor gives.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <@name@.h>

@buffers@
/* Reads the next frame from the sensor: put your own code here. */
static void read_sensor() {
@read@}

/* Begins, also anew if something failed. */
static void begin() {
  if (@PREFIX@_init() != @PREFIX@_RET_SUCCESS) {
    Serial.println("@name@ cannot begin");
    for (;;) {
    }
  }
}

void setup() {
  Serial.begin(115200);
  begin();
}

void loop() {
  read_sensor();
@run@}
