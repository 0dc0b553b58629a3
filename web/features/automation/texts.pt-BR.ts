import type { Translation } from '../../i18n/texts';
import type { t } from './texts';

export default {
  automation: 'Automação',
  publications: 'Publicações',
  deliveries: 'Entregas de publicações',
  endpoints: 'Endpoints de entrada',
  rules: 'Regras',
  connect: 'Conectar',

  time: 'Horário',
  status: 'Status',

  object: 'objeto',
  request: 'requisição',
  run: 'execução',
  delivery: 'entrega',

  versions: 'Versões',
  version: 'Versão {version, number}',
  current: 'Atual',
  configuration: 'Configuração da versão {version, number}',
  restore: 'Restaurar versão {version, number}',
  restoreQuestion: 'Restaurar a versão {version, number}?',
  restoreAction: 'Restaurar versão',
  restoreHelp: 'Isso cria uma nova versão com a mesma configuração. As versões posteriores continuam na lista.',
  restored: 'Versão {version, number} restaurada',
  notRestored: 'Não foi possível restaurar a versão',
} satisfies Translation<typeof t>;
