/* Runs the pipeline @name@ on what a sensor gives.
 *
 * SPDX-License-Identifier: MIT-0
 */
#include <@name@.h>

@buffers@
/* Reads the next frame from the sensor: put your own code here. */
static void read_sensor() {
@read@}

void setup() {
  Serial.begin(115200);
  if (@PREFIX@_init() != @PREFIX@_RET_SUCCESS) {
    Serial.println("@name@ cannot begin");
    for (;;) {
    }
  }
}

void loop() {
  read_sensor();
@run@}
