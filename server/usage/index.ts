export { readUsage, startOf, UNIT_MS } from './queries/usage';
export { recordRequest } from './record-request';
export { hasRequestLogs } from './request-logs';
