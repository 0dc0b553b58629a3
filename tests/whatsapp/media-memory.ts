/** A server in a process of its own: says where it is, and after a line of input by how many bytes memory grew. */
import { mediaScene, PNG, startMediaPlace } from './media-support';

const place = await startMediaPlace();
const scene = await mediaScene(place);
// What the first upload takes is the code’s own.
await scene.upload(PNG, 'image/png');

const rss = (): number => process.memoryUsage.rss();
Bun.gc(true);
const before = rss();
let most = 0;
const looking = setInterval(() => (most = Math.max(most, rss() - before)), 2);

const say = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
say({ url: `${place.url}/api/v1${scene.path}`, secret: scene.secret });
await Bun.stdin.stream().getReader().read();
clearInterval(looking);
say({ most });
await place.stop();
process.exit(0);
