/** What a QR code costs to draw: SVG and a PNG of 600 pixels, of a usual short link. `bun tests/bench/qr.ts` */
import { drawQr } from '../../server/qr/code';
import { QrLook } from '../../shared/links/qr-inputs';
import { report } from './report';

const ROUNDS = 2_000;
const LOOKS = { SVG: QrLook.parse({}), 'PNG of 600 pixels': QrLook.parse({ format: 'png', size: 600 }) };

const medians: number[] = [];
for (const [name, look] of Object.entries(LOOKS)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    drawQr(`https://go.example.com/slug${round}?qr=1`, look);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(3);
  medians.push(Number(at(0.5)));
  console.log(`${name}: ${at(0.5)} ms at the median, ${at(0.99)} ms at p99`);
}
const [svg = Number.NaN, png = Number.NaN] = medians;
report({ what: 'a QR code as a PNG of 600 pixels, time at p50', beside: 'as SVG', ratio: png / svg });
