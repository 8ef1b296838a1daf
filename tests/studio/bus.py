"""A small client of D-Bus that asks thousands of questions a second.

Messages are written and read here, without a library: a look at a window takes more than a
thousand of them. The requests are kept, because the same ones are asked again and again.
Source: D-Bus Specification 0.41, "Message Protocol" and "Authentication Protocol".

SPDX-License-Identifier: MIT
"""
import os
import re
import socket
import struct

CALL, REPLY = 1, 2
PATH, INTERFACE, MEMBER, REPLY_SERIAL, DESTINATION, SIGNATURE = 1, 2, 3, 5, 6, 8
NUMBERS = {'y': 'B', 'b': 'I', 'n': 'h', 'q': 'H', 'i': 'i', 'u': 'I', 'x': 'q', 't': 'Q', 'd': 'd'}
FIXED_BYTES = 16  # of a header, before its other fields


class Writer:
    """Lays out values, each aligned to its size."""

    def __init__(self):
        self.bytes = bytearray()

    def align(self, size):
        self.bytes += bytes(-len(self.bytes) % size)

    def number(self, code, value):
        self.align(struct.calcsize(code))
        self.bytes += struct.pack('<' + code, value)

    def value(self, kind, value):
        if kind in 'so':
            text = value.encode()
            self.number('I', len(text))
            self.bytes += text + b'\0'
        elif kind == 'g':
            self.bytes += bytes([len(value)]) + value.encode() + b'\0'
        else:
            self.number(NUMBERS[kind], value)

    def field(self, code, kind, value):
        self.align(8)
        self.bytes += bytes([code])
        self.value('g', kind)
        self.value(kind, value)


class Values:
    """Reads values out of bytes."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def align(self, size):
        self.at += -self.at % size

    def number(self, code):
        size = struct.calcsize(code)
        self.at += -self.at % size
        value, = struct.unpack_from('<' + code, self.data, self.at)
        self.at += size
        return value

    def text(self, length):
        text = self.data[self.at:self.at + length].decode()
        self.at += length + 1
        return text

    def value(self, kind):
        """The value of one complete type."""
        if kind in ('s', 'o'):
            return self.text(self.number('I'))
        if kind == 'g':
            return self.text(self.number('B'))
        if kind == 'v':
            return self.value(self.value('g'))
        if kind[0] == 'a':
            return self.array(kind[1:])
        if kind[0] in '({':
            self.align(8)
            return self.values(kind[1:-1])
        return self.number(NUMBERS[kind])

    def array(self, kind):
        length = self.number('I')
        self.align(8 if kind[0] in '({xtd' else 4 if kind[0] in 'sobiua' else 1)
        end, values = self.at + length, []
        while self.at < end:
            values.append(self.value(kind))
        return values

    def values(self, kinds):
        return tuple(self.value(kind) for kind in split(kinds))


def split(signature, known={}):
    """The complete types of a signature."""
    if signature not in known:
        known[signature], start, depth = [], 0, 0
        for end, letter in enumerate(signature, 1):
            depth += (letter in '({') - (letter in ')}')
            if depth == 0 and letter != 'a':
                known[signature].append(signature[start:end])
                start = end
    return known[signature]


class Bus:
    """A connection to a message bus at an address such as `unix:path=PLACE`."""

    def __init__(self, address, timeout_s):
        place = re.search(r'unix:(?:.*,)?(path|abstract)=([^,;]+)', address)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout_s)
        self.socket.connect(('\0' if place[1] == 'abstract' else '') + place[2])
        self.socket.sendall(b'\0AUTH EXTERNAL %s\r\n' % str(os.getuid()).encode().hex().encode())
        if not self.socket.recv(4096).startswith(b'OK'):
            raise OSError(f'{address} refuses the connection')
        self.socket.sendall(b'BEGIN\r\n')
        self.requests, self.serial, self.input, self.at = {}, 0, b'', 0
        self.ask([(('org.freedesktop.DBus', '/org/freedesktop/DBus'), 'org.freedesktop.DBus',
                   'Hello', ())])

    def request(self, question):
        """The bytes of a request up to its number, and behind it."""
        if question not in self.requests:
            (name, path), interface, method, arguments = question
            kinds, values = (arguments[0], arguments[1:]) if arguments else ('', ())
            body, fields = Writer(), Writer()
            for kind, value in zip(kinds, values):
                body.value(kind, value)
            for code, kind, value in ((PATH, 'o', path), (INTERFACE, 's', interface),
                                      (MEMBER, 's', method), (DESTINATION, 's', name),
                                      (SIGNATURE, 'g', kinds)):
                fields.field(code, kind, value)
            length = len(fields.bytes)
            fields.align(8)
            self.requests[question] = (struct.pack('<cBBBI', b'l', CALL, 0, 1, len(body.bytes)),
                                       struct.pack('<I', length) + fields.bytes + body.bytes)
        return self.requests[question]

    def ask(self, questions):
        """Asks all questions at once. Each is (reference, interface, method, arguments), with
        arguments of simple types behind their signature; the answer is None where there is
        none."""
        first, parts = self.serial + 1, []
        for question in questions:
            self.serial += 1
            parts += self.request(question)
            parts.insert(-1, struct.pack('<I', self.serial))
        self.socket.sendall(b''.join(parts))
        answers, left = [None] * len(questions), len(questions)
        while left:
            try:
                serial, answer = self.receive()
            except socket.timeout:
                break
            if serial >= first:
                answers[serial - first] = answer
                left -= 1
        return answers

    def receive(self):
        """The next message: to what it is an answer, or 0, and what it says."""
        while len(self.input) - self.at < FIXED_BYTES or len(self.input) < self.end():
            data = self.socket.recv(1 << 16)
            if not data:
                raise OSError('the message bus has gone')
            self.input, self.at = self.input[self.at:] + data, 0
        message = self.input[self.at:self.end()]
        self.at += len(message)
        fields = Values(message, FIXED_BYTES - 4)
        known = dict(fields.array('(yv)'))
        fields.align(8)
        is_reply = message[1] == REPLY
        return known.get(REPLY_SERIAL, 0), \
            fields.values(known.get(SIGNATURE, '')) if is_reply else None

    def end(self):
        """Where the message that comes in ends."""
        body, _, fields = struct.unpack_from('<III', self.input, self.at + 4)
        return self.at + FIXED_BYTES + fields + -fields % 8 + body
