import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

export interface Zone {
  addresses: readonly string[];
  /** Of TXT records. */
  texts?: readonly string[];
  /** Seconds; 60 when absent. */
  ttl?: number;
  /** `SERVFAIL` instead of an answer. */
  broken?: boolean;
  /** No answer at all. */
  silent?: boolean;
  /** No answer to questions of this type: 1 for A, 28 for AAAA. */
  silentFor?: number;
}

const TXT = 16;

/** A name server on a free UDP port, whose answers the test may change at any time. Unknown names do not exist. */
export async function startNameServer(zones: Record<string, Zone>) {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  const asked: string[] = [];

  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = parse(query);
    asked.push(`${name} ${type === TXT ? 'TXT' : type === 1 ? 'A' : 'AAAA'}`);
    const zone = zones[name];
    if (zone?.silent === true || zone?.silentFor === type) return;
    const records =
      type === TXT
        ? (zone?.texts ?? []).map((text) => Buffer.concat([Buffer.of(Buffer.byteLength(text)), Buffer.from(text)]))
        : (zone?.addresses ?? []).filter((entry) => isIPv4(entry) === (type === 1)).map(addressBytes);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x81_80 | (zone === undefined ? 3 : zone.broken ? 2 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    const answers = records.map((data) => record(data, type, zone?.ttl ?? 60));
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.bind(0, '127.0.0.1', resolve);
  await promise;

  return { address: `127.0.0.1:${socket.address().port}`, asked, zones, stop: () => socket.close() };
}

function parse(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), question: query.subarray(12, at + 5) };
}

const addressBytes = (address: string): Buffer =>
  isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : v6Bytes(address);

function record(data: Buffer, type: number, ttl: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function v6Bytes(address: string): Buffer {
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(left), groups(right)];
  const all = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
