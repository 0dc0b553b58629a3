import { eq } from 'drizzle-orm';

import { queries, type Store } from '../../db/database';
import { branding } from '../schema/accounts';

type BrandingRow = typeof branding.$inferSelect;

/** Without the image, which may be large. */
export async function findBranding(store: Store): Promise<Omit<BrandingRow, 'id' | 'logo'> | undefined> {
  const { name, accent, logoType, logoHash } = branding;
  const [row] = await queries(store)
    .select({ name, accent, logoType, logoHash })
    .from(branding)
    .where(eq(branding.id, 1));
  return row;
}

export async function findBrandingLogo(store: Store): Promise<Pick<BrandingRow, 'logo' | 'logoHash' | 'logoType'>> {
  const { logo, logoHash, logoType } = branding;
  const [row] = await queries(store).select({ logo, logoHash, logoType }).from(branding).where(eq(branding.id, 1));
  return row ?? { logo: null, logoHash: null, logoType: null };
}

export async function storeBranding(store: Store, change: Partial<Omit<BrandingRow, 'id'>>): Promise<void> {
  const db = queries(store);
  await db.insert(branding).values({ id: 1 }).onConflictDoNothing();
  if (Object.keys(change).length > 0) await db.update(branding).set(change).where(eq(branding.id, 1));
}
