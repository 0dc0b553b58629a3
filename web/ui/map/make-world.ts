import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// `bun web/ui/map/make-world.ts` draws `world.json` from Natural Earth’s countries, which are in the public domain.

interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { countries: { geometries: Country[] } };
}
interface Country {
  type: 'Polygon' | 'MultiPolygon';
  id?: string;
  properties: { name: string };
  arcs: number[][] | number[][][];
}
type Point = readonly [number, number];

const WIDTH = 1440;
/** Without Antarctica, as far south as land with people. */
const NORTH = 83.7;
const SOUTH = -56;
const ANTARCTICA = '010';
/** Places without a code of their own are counted for these countries. */
const WITHOUT_CODE: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
/** ISO 3166-1: numeric, then alpha-2. */
const CODES = `
004AF 008AL 012DZ 016AS 020AD 024AO 028AG 031AZ 032AR 036AU 040AT 044BS 048BH 050BD 051AM 052BB 056BE 060BM 064BT
068BO 070BA 072BW 076BR 084BZ 086IO 090SB 092VG 096BN 100BG 104MM 108BI 112BY 116KH 120CM 124CA 132CV 136KY 140CF
144LK 148TD 152CL 156CN 158TW 170CO 174KM 178CG 180CD 184CK 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 212DM 214DO
218EC 222SV 226GQ 231ET 232ER 233EE 234FO 238FK 239GS 242FJ 246FI 248AX 250FR 258PF 260TF 262DJ 266GA 268GE 270GM
275PS 276DE 288GH 296KI 300GR 304GL 308GD 316GU 320GT 324GN 328GY 332HT 334HM 336VA 340HN 344HK 348HU 352IS 356IN
360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM 392JP 398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS
428LV 430LR 434LY 438LI 440LT 442LU 446MO 450MG 454MW 458MY 462MV 466ML 470MT 478MR 480MU 484MX 492MC 496MN 498MD
499ME 500MS 504MA 508MZ 512OM 516NA 520NR 524NP 528NL 531CW 533AW 534SX 540NC 548VU 554NZ 558NI 562NE 566NG 570NU
574NF 578NO 580MP 583FM 584MH 585PW 586PK 591PA 598PG 600PY 604PE 608PH 612PN 616PL 620PT 624GW 626TL 630PR 634QA
642RO 643RU 646RW 652BL 654SH 659KN 660AI 662LC 663MF 666PM 670VC 674SM 678ST 682SA 686SN 688RS 690SC 694SL 702SG
703SK 704VN 705SI 706SO 710ZA 716ZW 724ES 728SS 729SD 732EH 740SR 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 776TO
780TT 784AE 788TN 792TR 795TM 796TC 800UG 804UA 807MK 818EG 826GB 831GG 832JE 833IM 834TZ 840US 850VI 854BF 858UY
860UZ 862VE 876WF 882WS 887YE 894ZM`;
const ALPHA = new Map([...CODES.matchAll(/(\d{3})(\w\w)/g)].map(([, number = '', code = '']) => [number, code]));

/** Equal areas: Šavrič, Patterson and Jenny, “The Equal Earth map projection”, 2018. */
function project([longitude, latitude]: Point): Point {
  const angle = Math.asin((Math.sqrt(3) / 2) * Math.sin((latitude * Math.PI) / 180));
  const [a, b, c, d] = [1.340_264, -0.081_106, 0.000_893, 0.003_796];
  const square = angle ** 2;
  const sixth = square ** 3;
  const slope = a + 3 * b * square + sixth * (7 * c + 9 * d * square);
  const x = (2 * Math.sqrt(3) * ((longitude * Math.PI) / 180) * Math.cos(angle)) / (3 * slope);
  return [x, angle * (a + b * square + sixth * (c + d * square))];
}

const [END] = project([180, 0]);
const SCALE = WIDTH / (2 * END);
const TOP = project([0, NORTH])[1];
const HEIGHT = Math.ceil((TOP - project([0, SOUTH])[1]) * SCALE);

function pixelOf(point: Point): Point {
  const [x, y] = project(point);
  return [Math.round((x + END) * SCALE), Math.round((TOP - y) * SCALE)];
}

function read(file: string): Topology {
  return JSON.parse(readFileSync(join(import.meta.dir, '../../../node_modules/world-atlas', file), 'utf8')) as Topology;
}

/** The outlines of a country in degrees; arcs are shared by neighbours, and `~at` is one walked backwards. */
function ringsOf({ transform: { scale, translate }, arcs }: Topology, country: Country): Point[][] {
  const pointsOf = (at: number): Point[] => {
    let [x, y] = [0, 0];
    return (arcs[at] ?? []).map(([dx, dy]) => {
      [x, y] = [x + dx, y + dy];
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  };
  const rings = (country.type === 'Polygon' ? country.arcs : country.arcs.flat()) as number[][];
  return rings.map((ring) =>
    ring.flatMap((at, index) => {
      const points = at < 0 ? pointsOf(~at).toReversed() : pointsOf(at);
      return index === 0 ? points : points.slice(1);
    }),
  );
}

/** An outline that crosses the edge of the map, in its parts on both sides. */
function partsOf(ring: readonly Point[]): Point[][] {
  let turns = 0;
  const unrolled = ring.map(([longitude, latitude], at): Point => {
    const step = longitude - (ring[at - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [longitude + 360 * turns, latitude];
  });
  return [-360, 0, 360]
    .map((shift) => unrolled.map(([longitude, latitude]): Point => [longitude + shift, latitude]))
    .map((moved) => cut(cut(moved, 180, 1), -180, -1))
    .filter((part) => part.length > 0);
}

/** The part of an outline on one side of a meridian: `side` 1 is west of it. */
function cut(ring: readonly Point[], meridian: number, side: 1 | -1): Point[] {
  const isInside = ([longitude]: Point) => (meridian - longitude) * side >= 0;
  return ring.flatMap((point, at) => {
    const before = ring.at(at - 1) ?? point;
    const kept = isInside(point) ? [point] : [];
    if (isInside(before) === isInside(point)) return kept;
    const share = (meridian - before[0]) / (point[0] - before[0]);
    return [[meridian, before[1] + share * (point[1] - before[1])] as const, ...kept];
  });
}

/** Relative whole numbers; points that fall together are left out. */
function pathOf(rings: readonly Point[][]): string {
  let path = '';
  for (const ring of rings.flatMap(partsOf)) {
    const pixels = ring.map(pixelOf);
    const points = pixels.filter(([x, y], at) => {
      const before = pixels.at(at - 1);
      return x !== before?.[0] || y !== before[1];
    });
    if (points.length < 3) continue;
    const [first = [0, 0], ...rest] = points;
    let [x, y] = first;
    path += `M${x} ${y}l`;
    path += rest
      .map(([nextX, nextY]) => {
        const step = `${nextX - x} ${nextY - y}`;
        [x, y] = [nextX, nextY];
        return step;
      })
      .join(' ')
      .replaceAll(' -', '-');
    path += 'z';
  }
  return path;
}

/** The middle of the largest part, for a country that is too small to be seen. */
function dotOf(rings: readonly Point[][]): string {
  const largest = rings.toSorted((one, other) => other.length - one.length)[0] ?? [];
  const mean = (axis: 0 | 1) => largest.reduce((sum, point) => sum + point[axis], 0) / largest.length;
  return `M${pixelOf([mean(0), mean(1)]).join(' ')}h0`;
}

export interface World {
  width: number;
  height: number;
  /** By ISO 3166-1 alpha-2: an outline, or a point that ends with `h0`. */
  countries: Record<string, string>;
}

export function makeWorld(): World {
  const coarse = read('countries-110m.json');
  const fine = read('countries-50m.json');
  const countries: Record<string, string> = {};
  for (const country of coarse.objects.countries.geometries) {
    const code = WITHOUT_CODE[country.properties.name] ?? ALPHA.get(country.id ?? '');
    if (code !== undefined) countries[code] = (countries[code] ?? '') + pathOf(ringsOf(coarse, country));
  }
  for (const country of fine.objects.countries.geometries) {
    const code = ALPHA.get(country.id ?? '');
    if (code !== undefined && country.id !== ANTARCTICA) countries[code] ||= dotOf(ringsOf(fine, country));
  }
  const sorted = Object.entries(countries).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { width: WIDTH, height: HEIGHT, countries: Object.fromEntries(sorted) };
}

export const textOfWorld = (world: World): string => `${JSON.stringify(world, null, 2)}\n`;

if (import.meta.main) writeFileSync(join(import.meta.dir, 'world.json'), textOfWorld(makeWorld()));
