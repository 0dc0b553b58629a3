import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#E6F4F3',
  '#CFE8E6',
  '#A3D3CF',
  '#72BCB7',
  '#4FA9A3',
  '#2E938D',
  '#17807A',
  '#0B6B66',
  '#085652',
  '#05403D',
];
const gray: MantineColorsTuple = [
  '#FAFAF8',
  '#F3F3F0',
  '#E8E8E3',
  '#D6D6D0',
  '#A9AAA4',
  '#7A7C76',
  '#5C5E59',
  '#454743',
  '#2B2D2A',
  '#1A1C1A',
];
const yellow: MantineColorsTuple = [
  '#FBF3E3',
  '#F6E7C8',
  '#ECD098',
  '#E2B869',
  '#D9A443',
  '#C98A1B',
  '#AE7413',
  '#8A5A0B',
  '#6B4506',
  '#4A2F03',
];
const dark: MantineColorsTuple = [
  '#E7E9E7',
  '#C3C7C4',
  '#A2A8A4',
  '#8A918D',
  '#3A413D',
  '#2C3330',
  '#202624',
  '#171C1A',
  '#111514',
  '#0B0E0D',
];

/** Text on filled buttons: the kit’s own choice of contrast gives white on light petrol, 2.79:1. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'filled' && input.color === 'red') {
    return {
      ...colors,
      background: 'var(--danger-filled)',
      hover: 'color-mix(in srgb, var(--danger-filled) 88%, var(--mantine-color-text))',
      color: 'light-dark(#FFFFFF, #0B0E0D)',
    };
  }
  if (input.variant === 'outline' && input.color === 'red') {
    return { ...colors, color: 'var(--error)', border: '1px solid var(--error)', hover: 'var(--error-soft)' };
  }
  if (input.variant === 'filled') return { ...colors, color: 'light-dark(#FFFFFF, #0B0E0D)' };
  if (input.variant === 'subtle' || input.variant === 'transparent') {
    const color =
      input.color === 'red' ? 'var(--error)' : input.color === 'gray' ? 'var(--mantine-color-text)' : 'var(--link)';
    const hover = input.variant === 'subtle' ? `color-mix(in srgb, ${color} 8%, transparent)` : 'transparent';
    return { ...colors, color, hover };
  }
  return colors;
};

export const theme = createTheme({
  colors: { petrol, gray, yellow, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  fontFamily: "'IBM Plex Sans Variable', 'Plex fallback', system-ui, sans-serif",
  fontFamilyMonospace: "'IBM Plex Mono', ui-monospace, SFMono-Regular, Menlo, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.35' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.25' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, fz: 'xs' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'lg',
        offset: 6,
        transitionProps: { duration: 120 },
        // A portal would be outside every landmark; the placeholder is no child that a menu may have.
        withinPortal: false,
        floatingStrategy: 'fixed',
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: { defaultProps: { transitionProps: { duration: 140, transition: 'fade' } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
  },
});

/** The kit’s own variables that do not fit the tokens of `tokens.css`. */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-shadow-md': '0 8px 24px light-dark(rgb(0 0 0 / .16), rgb(0 0 0 / .5))',
    '--mantine-shadow-xl': '0 8px 24px light-dark(rgb(0 0 0 / .16), rgb(0 0 0 / .5))',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--error)',
  },
  light: {
    '--mantine-color-body': '#FBFBF9',
    '--mantine-color-text': '#1A1C1A',
    '--mantine-color-dimmed': '#5C5E59',
    '--mantine-color-placeholder': '#5C5E59',
    '--mantine-color-default': '#FFFFFF',
    '--mantine-color-default-hover': '#F3F3F0',
    '--mantine-color-default-color': '#1A1C1A',
    '--mantine-color-default-border': '#A9AAA4',
    '--mantine-color-error': '#B42318',
    '--mantine-color-anchor': '#0B6B66',
  },
  dark: {
    '--mantine-color-body': '#0E1211',
    '--mantine-color-text': '#E7E9E7',
    '--mantine-color-dimmed': '#A2A8A4',
    '--mantine-color-placeholder': '#A2A8A4',
    '--mantine-color-default': '#202624',
    '--mantine-color-default-hover': '#2C3330',
    '--mantine-color-default-color': '#E7E9E7',
    '--mantine-color-default-border': '#3A413D',
    '--mantine-color-error': '#FF9B8F',
    '--mantine-color-anchor': '#72BCB7',
  },
});
