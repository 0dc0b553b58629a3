import type { Translation } from '../../../../i18n/texts';
import type { t } from './texts';

export default {
  scanFirst: 'Exigir leitura do código',
  scanFirstHelp: 'Para ver como é a conexão.',
  createSandbox: 'Criar sandbox',
  created: '{name} criado',
  notCreated: 'Não foi possível criar o sandbox',
  network: 'Rede simulada',
  saveNetwork: 'Salvar rede',
  scenario: 'Cenário',
  scenarioHelp: 'Cenários de conexão valem a partir da próxima conexão.',
  scenario_success: 'Tudo funciona',
  scenario_unreliable: 'Instável: algumas mensagens falham ou chegam duas vezes',
  scenario_logged_out: 'Sessão encerrada: o celular remove o dispositivo',
  scenario_banned: 'Banida: a conexão falha',
  requireScan: 'Exigir leitura do código para conectar',
  requireScanHelp: 'Mostra um QR code; “Simular leitura” o conecta.',
  delay_sent: 'Enviada após (ms)',
  delay_delivered: 'Entregue após (ms)',
  delay_read: 'Lida após (ms)',
  reset: 'Redefinir rede',
  resetTitle: 'Redefinir a rede simulada?',
  resetHelp: 'Exclui os grupos, o perfil e os eventos pendentes. As mensagens permanecem.',
  resetClock: 'O relógio, {count, plural, one {# segundo} other {# segundos}} adiantado, é acertado.',
  wasReset: 'Rede simulada redefinida',
  notReset: 'Não foi possível redefinir a rede',
} satisfies Translation<typeof t>;
