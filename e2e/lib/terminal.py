"""
Runs a program in a terminal of its own.

Arguments: columns, rows, the program, what it is given. What comes on standard input is typed; its end hangs the terminal up. What the terminal is sent goes to
standard output. A line `columns rows` on descriptor 3 resizes it. Standard error says `pid <number>` first, and `resized` after each change of size. Ends with
the exit code of the program, 128 more than the signal that ended it.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

CONTROL = 3


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


def tell(line):
    os.write(2, (line + "\n").encode())


def start(columns, rows, program):
    pid, terminal = pty.fork()
    if pid == 0:
        resize(0, columns, rows)
        os.execvp(program[0], program)
    tell("pid %d" % pid)
    return pid, terminal


def relay(terminal):
    inputs = [0, CONTROL, terminal]
    while True:
        ready, _, _ = select.select(inputs, [], [])
        if terminal in ready:
            try:
                shown = os.read(terminal, 65536)
            except OSError:
                return
            if not shown:
                return
            os.write(1, shown)
        if CONTROL in ready:
            lines = os.read(CONTROL, 4096).decode().split("\n")
            for line in filter(None, lines):
                resize(terminal, *line.split())
                tell("resized")
            if lines == [""]:
                inputs.remove(CONTROL)
        if 0 in ready:
            typed = os.read(0, 65536)
            if not typed:
                return
            os.write(terminal, typed)


def main():
    columns, rows, *program = sys.argv[1:]
    pid, terminal = start(columns, rows, program)
    relay(terminal)
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


sys.exit(main())
