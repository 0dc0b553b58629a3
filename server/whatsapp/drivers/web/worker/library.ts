import { dirname } from 'node:path';

import { installedLibrary } from '../installed-library';
import type { TestPeer } from '../protocol';
import { hardenDecryption, hardenSignatures, type SessionCipherClass } from './harden';
import type { Library } from './session-types';

export class LibraryUnusable extends Error {
  override readonly name = 'LibraryUnusable';
}

/** Signatures and decryption are hardened. Throws `LibraryUnusable` when the package is missing or too old. */
export async function loadLibrary(testPeer: TestPeer | null): Promise<{ library: Library; version: string }> {
  const installed = installedLibrary();
  if (!installed.isUsable) throw new LibraryUnusable(installed.reason);

  const library: Library = await load(installed.entry);
  const ofSignal = (name: string) => load(Bun.resolveSync(`libsignal/src/${name}.js`, dirname(installed.entry)));
  hardenSignatures(library, verifierOf(await ofSignal('curve')));
  hardenDecryption(cipherOf(await ofSignal('session_cipher')));
  if (testPeer) library.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(loopbackPeer(testPeer).root, 'base64');
  return { library, version: installed.version };
}

/** A path that is no literal, so that bundlers do not include the package. */
const load = (path: string) => import(path);

function verifierOf(curve: { default?: { verifySignature?: unknown }; verifySignature?: unknown }) {
  const verify = curve.verifySignature ?? curve.default?.verifySignature;
  if (typeof verify !== 'function') throw new LibraryUnusable('driver_version_unsupported');
  return (...input: [Buffer, Uint8Array, Uint8Array]): unknown => verify(...input);
}

function cipherOf({ default: cipher }: { default?: Partial<SessionCipherClass> }): SessionCipherClass {
  const { prototype } = cipher ?? {};
  if (typeof prototype?.doDecryptWhisperMessage !== 'function') throw new LibraryUnusable('driver_version_unsupported');
  return { prototype };
}

/** Another trust root is for tests on this machine alone. */
function loopbackPeer(peer: TestPeer): TestPeer {
  for (const url of [peer.url, peer.mediaUrl]) {
    if (!/^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(url).hostname))
      throw new Error('The test peer must have a loopback address.');
  }
  return peer;
}
