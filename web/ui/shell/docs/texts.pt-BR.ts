import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  documentation: 'Documentação',
  backTo: 'Voltar a {name}',
  guides: 'Guias',
  reference: 'Referência da API',
  errorCodes: 'Códigos de erro',
  signIn: 'Entrar',
} satisfies Translation<typeof t>;
