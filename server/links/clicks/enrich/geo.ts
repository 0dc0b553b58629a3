import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Reader, type Response } from 'maxmind';

export interface GeoLocation {
  country: string | null;
  /** ISO 3166-2 including the country. */
  region: string | null;
  city: string | null;
}

export interface Geo {
  lookup(address: string): GeoLocation;
  reload(): void;
}

/** Field names of GeoLite2, DB-IP, IPinfo and ip-location-db. */
interface GeoRecord {
  country?: string | { iso_code?: string };
  country_code?: string;
  registered_country?: { iso_code?: string };
  subdivisions?: { iso_code?: string }[];
  region_code?: string;
  city?: string | { names?: { en?: string } };
}
interface OpenFile {
  changedAt: number;
  size: number;
  reader: Reader<Response>;
}

const NO_LOCATION: GeoLocation = { country: null, region: null, city: null };
const FOLDERS = ['/usr/share/GeoIP', '/var/lib/GeoIP'];
const CITY_LENGTH = 100;

/** Uses the configured files, or every `*.mmdb` of the usual folders. Later files complete earlier ones. */
export function createGeo(
  { named, dataFolder }: { named: readonly string[]; dataFolder: string },
  failed: (file: string, error: unknown) => void,
): Geo {
  const open = new Map<string, OpenFile>();

  const files = (): string[] =>
    named.length > 0 ? [...named] : [join(dataFolder, 'geoip'), ...FOLDERS].flatMap(databasesIn);

  const read = (file: string): void => {
    try {
      const { mtimeMs: changedAt, size } = statSync(file);
      const known = open.get(file);
      if (known?.changedAt === changedAt && known.size === size) return;
      open.set(file, { changedAt, size, reader: new Reader(readFileSync(file)) });
    } catch (error) {
      // A partly written file keeps the previous data in use.
      failed(file, error);
    }
  };

  const reload = (): void => {
    const wanted = files();
    for (const file of open.keys()) if (!wanted.includes(file)) open.delete(file);
    for (const file of wanted) read(file);
  };
  reload();

  return {
    reload,
    lookup(address) {
      if (open.size === 0 || address === '') return NO_LOCATION;
      const location = { ...NO_LOCATION };
      for (const { reader } of open.values()) {
        const found = reader.get(address) as GeoRecord | null;
        if (found !== null) merge(location, found);
        if (location.city !== null) break;
      }
      return location;
    },
  };
}

function databasesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.mmdb'))
      .toSorted()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function merge(location: GeoLocation, found: GeoRecord): void {
  const country = countryIn(found);
  // Data of files that disagree on the country is not mixed.
  if (location.country !== null && country !== null && country !== location.country) return;
  location.country ??= country;
  const region = found.region_code ?? found.subdivisions?.[0]?.iso_code;
  if (location.country !== null && region !== undefined && /^[A-Z0-9]{1,3}$/.test(region)) {
    location.region ??= `${location.country}-${region}`;
  }
  const city = typeof found.city === 'string' ? found.city : found.city?.names?.en;
  if (city !== undefined && city !== '') location.city ??= city.slice(0, CITY_LENGTH);
}

function countryIn({ country, country_code: code, registered_country: registered }: GeoRecord): string | null {
  const named = typeof country === 'string' ? country : country?.iso_code;
  const found = [code, named, registered?.iso_code].find((text) => text !== undefined && /^[A-Z]{2}$/.test(text));
  return found ?? null;
}
