import { startMetaGraph } from './server';

const { port } = startMetaGraph(Number(Bun.argv[2] ?? 0));
process.stdout.write(`${JSON.stringify({ port })}\n`);
// It ends with whoever started it, even when that is killed.
process.stdin.on('end', () => process.exit(0)).resume();
