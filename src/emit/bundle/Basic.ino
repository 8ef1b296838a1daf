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
  @PREFIX@_init();
}

void loop() {
  read_sensor();
@run@}
