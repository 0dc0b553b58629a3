import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandChrome,
  IconBrandEdge,
  IconBrandFacebook,
  IconBrandFirefox,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandOpera,
  IconBrandReddit,
  IconBrandSafari,
  IconBrandStripe,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandWhatsapp,
  IconBrandWindows,
  IconBrandX,
  IconBrandYoutube,
  IconBrandZapier,
  IconShoppingCart,
  IconTerminal2,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';

import { MARKS } from './marks';

const ICONS: Readonly<Record<string, Icon>> = {
  android: IconBrandAndroid,
  chrome: IconBrandChrome,
  chromeos: IconBrandChrome,
  edge: IconBrandEdge,
  facebook: IconBrandFacebook,
  firefox: IconBrandFirefox,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  google: IconBrandGoogle,
  instagram: IconBrandInstagram,
  ios: IconBrandApple,
  linkedin: IconBrandLinkedin,
  linux: IconTerminal2,
  macos: IconBrandApple,
  opera: IconBrandOpera,
  reddit: IconBrandReddit,
  safari: IconBrandSafari,
  stripe: IconBrandStripe,
  telegram: IconBrandTelegram,
  tiktok: IconBrandTiktok,
  whatsapp: IconBrandWhatsapp,
  windows: IconBrandWindows,
  woocommerce: IconShoppingCart,
  x: IconBrandX,
  youtube: IconBrandYoutube,
  zapier: IconBrandZapier,
};

const isMark = (brand: string): brand is keyof typeof MARKS => brand in MARKS;

/** Of a sender, tool, browser or system, by the name that the API gives it; a globe for one without a mark. */
export function BrandIcon({ brand, size = 16 }: { brand: string; size?: number }) {
  const name = brand.toLowerCase();
  if (isMark(name)) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden>
        <path d={MARKS[name]} />
      </svg>
    );
  }
  const BrandOrGlobe = ICONS[name] ?? IconWorld;
  return <BrandOrGlobe size={size} stroke={1.6} aria-hidden />;
}
