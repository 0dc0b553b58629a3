import { readFileSync } from 'node:fs';

/** The one version that the driver is tested with. */
export const LIBRARY_VERSION = '7.0.0-rc14';
export const INSTALL_COMMAND = `bun add --no-save baileys@${LIBRARY_VERSION}`;

const PACKAGE = 'baileys';
/** Older ones accept forged events of contacts: CVE-2026-48063. */
const FIRST_SAFE_CANDIDATE = 12;
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-rc\.?(\d+))?$/;

type InstalledLibrary =
  | { isUsable: true; version: string; entry: string }
  | { isUsable: false; version: string | null; reason: 'driver_not_installed' | 'driver_version_unsupported' };

/** Reads the package file and loads no code of the library, whose licence is not ours. */
export function installedLibrary(from: string = import.meta.dir): InstalledLibrary {
  let file: string;
  try {
    file = Bun.resolveSync(`${PACKAGE}/package.json`, from);
  } catch {
    return { isUsable: false, version: null, reason: 'driver_not_installed' };
  }
  const { version, dependencies } = readPackage(file);
  if (!isSupported(version) || dependencies.some(isFromRepository))
    return { isUsable: false, version, reason: 'driver_version_unsupported' };
  return { isUsable: true, version, entry: Bun.resolveSync(PACKAGE, from) };
}

export function isSupported(version: string): boolean {
  const [, major, minor, patch, candidate] = VERSION.exec(version) ?? [];
  if (major === undefined || Number(major) < 7) return false;
  const isFirstRelease = major === '7' && minor === '0' && patch === '0';
  return !isFirstRelease || candidate === undefined || Number(candidate) >= FIRST_SAFE_CANDIDATE;
}

const isFromRepository = (source: string): boolean => /^(?:git|github|https?)[:+]/.test(source);

function readPackage(file: string): { version: string; dependencies: string[] } {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof content !== 'object' || content === null) return { version: '', dependencies: [] };
  const version = 'version' in content && typeof content.version === 'string' ? content.version : '';
  const sources = 'dependencies' in content ? Object.values(content.dependencies ?? {}) : [];
  return { version, dependencies: sources.filter((source) => typeof source === 'string') };
}
