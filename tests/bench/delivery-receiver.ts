/** The receiver of the delivery benches, in a process of its own; prints its port. Paths with `hang` get no answer. */
import { createServer } from 'node:net';

const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';

/** Speaks bytes, so that it costs little beside what is measured. Requests hold a `content-length`. */
const server = createServer((socket) => {
  let pending = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.slice(0, end).toLowerCase();
      const length = end + 4 + Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
      if (pending.length < length) return;
      pending = pending.slice(length);
      if (!head.startsWith('post /hang')) socket.write(ANSWER);
    }
  });
});
server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
