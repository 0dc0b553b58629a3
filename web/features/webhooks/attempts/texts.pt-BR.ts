import type { Translation } from '../../../i18n/texts';
import type { t } from './texts';

export default {
  withStatus: '{title} ({status})',
  titleAndAction: '{title}. {action}',

  ok: 'Entregue',
  ok_action: 'O destinatário respondeu com um status 2xx.',
  http_status: 'Recusado pelo destinatário',
  http_status_action: 'Verifique a resposta do destinatário. Qualquer status 2xx aceita o evento.',
  redirect_not_followed: 'Redirecionado',
  redirect_not_followed_action: 'Use na URL o endereço de Location. Redirecionamentos não são seguidos.',
  gone: 'Removido',
  gone_action:
    'O destinatário respondeu 410, o que desativa o webhook. Ative o webhook quando o destinatário estiver disponível de novo.',
  timeout: 'Tempo esgotado',
  timeout_action: 'Responda primeiro e processe o evento depois, ou aumente o tempo limite do webhook.',
  connect_timeout: 'Tempo de conexão esgotado',
  connect_timeout_action: 'Verifique se o host está no ar e se o firewall dele permite a conexão.',
  connect_refused: 'Conexão recusada',
  connect_refused_action: 'Verifique o host e a porta: nenhum servidor escuta ali.',
  connect_error: 'Falha na conexão',
  connect_error_action: 'Verifique o endereço e a rede.',
  connection_reset: 'Conexão encerrada antes do fim',
  connection_reset_action: 'Verifique o destinatário: ele encerrou a conexão antes de completar a resposta.',
  dns_error: 'Host não encontrado',
  dns_error_action: 'Verifique a grafia do host e os registros DNS dele.',
  dns_timeout: 'O servidor DNS não respondeu',
  dns_timeout_action: 'Verifique os servidores DNS do domínio.',
  tls_error: 'Falha de TLS',
  tls_error_action: 'Verifique o nome, a validade e a cadeia do certificado.',
  protocol_error: 'Não é uma resposta HTTP',
  protocol_error_action: 'Verifique o destinatário: a resposta dele não é HTTP/1.1 válido.',
  header_overflow: 'Cabeçalhos da resposta grandes demais',
  header_overflow_action: 'Envie no máximo 16 KiB de cabeçalhos.',
  ssrf_blocked: 'Endereço proibido',
  ssrf_blocked_action: 'Use um host com endereço público. Este host resolve para um endereço privado ou reservado.',
  egress_proxy_error: 'Falha do proxy',
  egress_proxy_error_action:
    'O proxy de saída da instalação falhou. A tentativa não conta; a entrega é tentada de novo.',
  interrupted: 'Interrompida',
  interrupted_action: 'O servidor parou durante a tentativa. A entrega é tentada de novo.',
} satisfies Translation<typeof t>;
