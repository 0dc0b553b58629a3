import { pageOf } from '../../shared/page';
import { ListRequestLogs, RequestId, RequestLog, RequestLogDetail } from '../../shared/usage/request-logs';
import { router } from '../trpc/procedures';
import { routesFor } from '../trpc/routes';
import { getRequestLog, listRequestLogs } from './request-logs';

const read = routesFor('usage:read');

export const requestLogsRouter = router({
  list: read('GET /request-logs', 'List requests', {
    description:
      'Lists requests that were made with keys of the workspace, newest first. A request appears within seconds. All writes, all errors and up to 100 successful reads a second are logged; `GET /usage` counts all requests. Entries are stored for `log_retention_days` of the workspace, at most 100,000 entries.',
  }).run(ListRequestLogs, pageOf(RequestLog), listRequestLogs),

  get: read('GET /request-logs/{request_id}', 'Get a request', {
    description:
      'Returns one request. For writes and errors, the bodies are included; keys, tokens and other secrets in them are masked.',
  }).run(RequestId, RequestLogDetail, getRequestLog),
});
