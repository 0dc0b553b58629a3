import { pageOf } from '../../shared/page';
import { ListRequestLogs, RequestId, RequestLog, RequestLogDetail } from '../../shared/usage/request-logs';
import { optionalInput, procedure, router } from '../trpc/procedures';
import { getRequestLog, listRequestLogs } from './request-logs';

export const requestLogsRouter = router({
  list: procedure('usage:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/request-logs',
        tags: ['Usage'],
        summary: 'List requests',
        description:
          'Requests with keys of the workspace, newest first, within seconds. Every write and every error is kept, and of successful reads up to 100 a second; `GET /usage` counts them all. Kept for the workspace’s `log_retention_days`, at most 100,000.',
      },
    })
    .input(optionalInput(ListRequestLogs))
    .output(pageOf(RequestLog))
    .query(({ ctx, input }) => listRequestLogs(ctx, input)),

  get: procedure('usage:read')
    .meta({
      surface: 'getting-started',
      openapi: {
        method: 'GET',
        path: '/request-logs/{request_id}',
        tags: ['Usage'],
        summary: 'Read a request',
        description:
          'One request with the bodies of writes and errors. Keys, tokens and other secrets in them are masked.',
      },
    })
    .input(RequestId)
    .output(RequestLogDetail)
    .query(({ ctx, input }) => getRequestLog(ctx, input)),
});
