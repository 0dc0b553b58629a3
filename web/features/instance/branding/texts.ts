import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    branding: 'Branding',
    lead: 'The name, logo and accent color of this console, for everyone who uses it.',
    name: 'Name',
    nameHelp: 'Shown on the sign-in page and in browser tabs.',
    logo: 'Logo',
    logoHelp: 'Shown in the header, on the sign-in page and as the browser icon.',
    currentLogo: 'Current logo',
    onLight: 'On light',
    onDark: 'On dark',
    accent: 'Accent color',
    accentHelp: 'For buttons and links, such as #0b6b66. Leave empty for the default.',
    pickAccent: 'Pick an accent color',
    accentInvalid: 'Enter a color such as #0b6b66.',
    lightTheme: 'Light theme: {shade}',
    darkTheme: 'Dark theme: {shade}',
    sample: 'Button',
    adjustedBoth: 'Adjusted in both themes, so that text stays readable.',
    adjustedLight: 'Adjusted in the light theme, so that text stays readable.',
    adjustedDark: 'Adjusted in the dark theme, so that text stays readable.',
    save: 'Save branding',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);
