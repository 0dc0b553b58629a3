import {
  IconBrandAndroid,
  IconBrandApple,
  IconBrandChrome,
  IconBrandEdge,
  IconBrandFirefox,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandOpera,
  IconBrandSafari,
  IconBrandStripe,
  IconBrandWhatsapp,
  IconBrandWindows,
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
  firefox: IconBrandFirefox,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  ios: IconBrandApple,
  linux: IconTerminal2,
  macos: IconBrandApple,
  opera: IconBrandOpera,
  safari: IconBrandSafari,
  stripe: IconBrandStripe,
  whatsapp: IconBrandWhatsapp,
  windows: IconBrandWindows,
  woocommerce: IconShoppingCart,
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
