import { accentShades } from '../../../shared/access/accent';
import type { Branding, LogoType, UpdateBranding } from '../../../shared/access/branding';
import type { Store } from '../../db/database';
import { sha256Hex } from '../../secrets/tokens';
import { auditInstance } from '../audit/write';
import type { AccessSession } from '../context';
import { findBranding, findBrandingLogo, storeBranding } from '../system/branding';
import { checkedLogo } from './logo';

export const getBranding = async (ctx: AccessSession): Promise<Branding> => answer(await readBranding(ctx.store));

/** What is left out stays. Throws 422 for a logo that is no image of its type, or not safe. */
export async function updateBranding(ctx: AccessSession, { name, accent, logo }: UpdateBranding): Promise<Branding> {
  const checked = logo && checkedLogo(logo);
  const image = checked && { logoType: checked.type, logo: checked.base64, logoHash: sha256Hex(checked.base64) };
  const change = {
    ...(name === undefined ? {} : { name: name?.trim() || null }),
    ...(accent === undefined ? {} : { accent: accent?.toLowerCase() ?? null }),
    ...(logo === undefined ? {} : (image ?? { logoType: null, logo: null, logoHash: null })),
  };
  return ctx.store.transaction(async (tx) => {
    const before = await readBranding(tx);
    await storeBranding(tx, change);
    const after = await readBranding(tx);
    await auditInstance(ctx, tx, { action: 'instance.branding_updated', changes: { before, after } });
    return answer(after);
  });
}

export interface ShownBranding {
  name: string | null;
  accent: string | null;
  logoType: LogoType | null;
  logoHash: string | null;
}

export const readBranding = async (store: Store): Promise<ShownBranding> =>
  (await findBranding(store)) ?? { name: null, accent: null, logoType: null, logoHash: null };

/** The current logo, if it is the one with this hash. */
export async function findLogo(
  store: Store,
  hash: string,
): Promise<{ type: LogoType; bytes: Uint8Array<ArrayBuffer> } | undefined> {
  const { logo, logoHash, logoType } = await findBrandingLogo(store);
  if (logo === null || logoType === null || logoHash !== hash) return undefined;
  return { type: logoType, bytes: Uint8Array.fromBase64(logo) };
}

export const logoPath = (hash: string): string => `/user/api/brand/${hash}`;

function answer({ name, accent, logoType, logoHash }: ShownBranding): Branding {
  const shades = accent === null ? undefined : accentShades(accent);
  return {
    name,
    accent,
    accent_light: shades?.light ?? null,
    accent_dark: shades?.dark ?? null,
    logo_url: logoHash === null ? null : logoPath(logoHash),
    logo_type: logoType,
  };
}
