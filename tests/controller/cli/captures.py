# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures for the tests of `seawind link replay`."""
import struct


def ipv4_udp(size, source, destination, port=2):
    head = struct.pack(">BBHHHBBH4B4B", 0x45, 0, size, 0, 0, 64, 17, 0, *source, *destination)
    return (head + struct.pack(">HHHH", 1, port, size - 20, 0)).ljust(size, b"\0")


def capture(packets):
    """A classic pcap of raw IP with nanosecond timestamps. `packets`: (seconds, bytes)."""
    out = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
    for at, data in packets:
        out += struct.pack("<IIII", int(at), round(at % 1 * 1e9), len(data), len(data)) + data
    return out


def pcapng_packets(data):
    """(interface, seconds, length, packet id, comment) of every packet in a little-endian pcapng;
    nanosecond times."""
    at = 0
    while at < len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind == 6:
            interface, high, low, kept, length = struct.unpack_from("<IIIII", data, at + 8)
            option, values = at + 28 + (kept + 3) // 4 * 4, {}
            while option < at + size - 4:
                code, long = struct.unpack_from("<HH", data, option)
                values[code] = data[option + 4:option + 4 + long]
                option += 4 + (long + 3) // 4 * 4
            yield (interface, (high << 32 | low) / 1e9, length,
                   struct.unpack("<Q", values[5])[0], values.get(1, b"").decode())
        at += size
