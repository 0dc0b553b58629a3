import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

import { t } from '../texts';

const NEXT: Record<MantineColorScheme, MantineColorScheme> = { light: 'dark', dark: 'auto', auto: 'light' };

/** Light, dark, as the system: one after the other. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = NEXT[colorScheme];
  const Icon = colorScheme === 'auto' ? IconDeviceDesktop : colorScheme === 'dark' ? IconMoon : IconSun;
  return (
    <button
      type="button"
      className="header-icon"
      aria-label={t('changeColours', { scheme: t(colorScheme), next: t(next) })}
      title={t('colours', { scheme: t(colorScheme) })}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
    </button>
  );
}
