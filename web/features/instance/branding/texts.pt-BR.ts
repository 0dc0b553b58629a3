import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  branding: 'Identidade visual',
  lead: 'O nome, o logotipo e a cor de destaque deste console, para todas as pessoas que o usam.',
  name: 'Nome',
  nameHelp: 'Aparece na página de entrada e nas abas do navegador.',
  logo: 'Logotipo',
  logoHelp: 'Aparece no cabeçalho, na página de entrada e como ícone do navegador.',
  currentLogo: 'Logotipo atual',
  onLight: 'Em fundo claro',
  onDark: 'Em fundo escuro',
  accent: 'Cor de destaque',
  accentHelp: 'Para botões e links, como #0b6b66. Deixe em branco para a cor padrão.',
  pickAccent: 'Escolher uma cor de destaque',
  accentInvalid: 'Informe uma cor como #0b6b66.',
  lightTheme: 'Tema claro: {shade}',
  darkTheme: 'Tema escuro: {shade}',
  sample: 'Botão',
  adjustedBoth: 'Ajustada nos dois temas para que o texto continue legível.',
  adjustedLight: 'Ajustada no tema claro para que o texto continue legível.',
  adjustedDark: 'Ajustada no tema escuro para que o texto continue legível.',
  save: 'Salvar identidade visual',
} satisfies Translation<typeof t>;
