import type { ErrorCode } from '../../../shared/errors';

const ERRORS: Record<ErrorCode, readonly [title: string, action: string]> = {
  malformed_json: [
    'O corpo da requisição não é um JSON válido.',
    'Envie um único valor JSON em UTF-8, com no máximo 32 níveis.',
  ],
  validation_failed: ['A validação da requisição falhou.', 'Corrija os campos indicados em `errors`.'],
  unknown_parameter: [
    'A requisição tem um parâmetro desconhecido.',
    'Remova o parâmetro ou use o nome que `errors` sugere.',
  ],
  invalid_cursor: ['O cursor não é válido para esta lista.', 'Peça a primeira página novamente, sem `cursor`.'],
  invalid_idempotency_key: ['A Idempotency-Key não é válida.', 'Envie de 1 a 255 caracteres ASCII imprimíveis.'],
  missing_api_key: ['A requisição não tem chave de API.', 'Envie `Authorization: Bearer <key>`.'],
  invalid_api_key: ['A chave de API não é válida.', 'Verifique se copiou a chave inteira ou crie outra.'],
  api_key_expired: ['A chave de API expirou.', 'Rotacione a chave com um novo `expires_at` ou crie uma nova chave.'],
  api_key_revoked: ['A chave de API foi revogada.', 'Use outra chave.'],
  invalid_signature: ['A assinatura não confere.', 'Assine o corpo bruto da requisição com o segredo atual.'],
  session_required: ['É preciso entrar.', 'Entre novamente.'],
  invalid_credentials: ['O e-mail ou a senha está incorreto.', 'Verifique os dois e tente de novo.'],
  second_factor_required: ['É necessário um segundo fator.', 'Digite o código do seu aplicativo autenticador.'],
  budget_exceeded: ['O orçamento se esgotou.', 'Aguarde o próximo período ou aumente o orçamento.'],
  grant_exceeds_caller: [
    'A requisição excede as permissões da chave usada.',
    'Peça menos permissões ou use uma chave que as tenha. `detail` indica as permissões.',
  ],
  insufficient_scope: ['A chave de API não tem o escopo necessário.', 'Use uma chave com um dos `required_scopes`.'],
  insufficient_role: ['Sua função não permite isso.', 'Peça a um proprietário ou administrador do workspace.'],
  ip_not_allowed: [
    'A chave de API não pode ser usada deste endereço IP.',
    'Adicione o endereço a `allowed_cidrs` da chave.',
  ],
  origin_not_allowed: [
    'A chave de API não pode ser usada desta origem.',
    'Adicione a origem a `allowed_origins` da chave.',
  ],
  secret_key_in_browser: [
    'Uma chave secreta foi enviada de um navegador.',
    'Use uma chave publicável ou ative `browser_use` nesta chave.',
  ],
  workspace_suspended: ['O workspace está suspenso.', 'Fale com o administrador desta instalação.'],
  csrf_failed: ['A requisição não veio do console.', 'Abra o console em seu próprio endereço e tente de novo.'],
  step_up_required: ['Digite sua senha novamente.', 'Confirme sua senha e repita a requisição.'],
  not_found: ['Esse objeto não existe neste workspace.', 'Verifique o ID e o workspace da chave.'],
  route_not_found: ['A rota não existe.', 'Verifique o caminho na referência da API.'],
  method_not_allowed: ['A rota não aceita este método HTTP.', 'Use um método do cabeçalho `Allow`.'],
  not_acceptable: ['A resposta não está disponível no tipo de mídia pedido.', 'Envie `Accept: application/json`.'],
  conflict: [
    'A requisição entra em conflito com o estado atual.',
    'Leia o estado atual e então altere a requisição ou repita-a.',
  ],
  slug_taken: ['O slug já está em uso.', 'Escolha outro slug.'],
  idempotency_in_progress: [
    'Uma requisição com esta Idempotency-Key ainda está em andamento.',
    'Espere os segundos de `Retry-After` e repita a requisição.',
  ],
  idempotency_outcome_unknown: [
    'Não se sabe se a requisição anterior com esta Idempotency-Key teve efeito.',
    'Leia o estado atual. Se a alteração não estiver lá, repita a requisição com uma nova Idempotency-Key.',
  ],
  instance_not_connected: ['A instância do WhatsApp não está conectada.', 'Conecte a instância primeiro.'],
  invalid_state: ['O estado do objeto não permite esta operação.', 'Leia o objeto; `detail` indica o estado.'],
  precondition_failed: [
    'O objeto mudou desde que você o leu.',
    'Leia o objeto novamente e repita a requisição com o ETag atual.',
  ],
  payload_too_large: ['O corpo é grande demais.', 'Envie um corpo menor; `detail` informa o limite.'],
  unsupported_media_type: [
    'O tipo de mídia ou a codificação do corpo não é aceita.',
    'Envie `Content-Type: application/json` e um corpo sem compressão; `detail` indica outros tipos de mídia.',
  ],
  range_not_satisfiable: [
    'O intervalo de bytes pedido está fora do arquivo.',
    'Peça bytes abaixo do tamanho do arquivo, que `Content-Range` informa.',
  ],
  idempotency_key_reused: [
    'A Idempotency-Key já foi usada em outra requisição.',
    'Use uma nova chave de idempotência para uma nova requisição.',
  ],
  related_not_found: ['A requisição se refere a um objeto que não existe.', 'Verifique o ID que `errors` aponta.'],
  unsupported_by_driver: ['O driver da instância não oferece esta operação.', 'Verifique os recursos da instância.'],
  unprocessable: ['A requisição é bem formada, mas não pode ser processada.', '`detail` informa o motivo.'],
  rate_limited: ['Requisições demais.', 'Espere os segundos de `Retry-After` e repita a requisição.'],
  internal_error: ['Ocorreu um erro interno.', 'Repita a requisição. Se o erro persistir, informe o ID da requisição.'],
  upstream_error: ['Um serviço externo retornou um erro.', 'Tente novamente mais tarde.'],
  unavailable: [
    'O serviço está temporariamente indisponível.',
    'Espere os segundos de `Retry-After` e repita a requisição.',
  ],
  overloaded: ['O serviço está sobrecarregado.', 'Espere os segundos de `Retry-After` e repita a requisição.'],
  upstream_timeout: ['Um serviço externo não respondeu a tempo.', 'Tente novamente mais tarde.'],
};

const column = (at: 0 | 1) =>
  Object.fromEntries(Object.entries(ERRORS).map(([code, texts]) => [code, texts[at]])) as Record<ErrorCode, string>;

export const errorTitles = column(0);
export const errorActions = column(1);
