import type { Role, Scope } from '../../shared/access/scopes';
import type { CallContext } from '../call-context';
import type { Builder, ProcedureMaker } from './builder';
import type { RouteOptions } from './meta';
import { catalogueProcedure, keyProcedure, procedure, publicProcedure } from './procedures';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Route = `${Method} /${string}`;

/** operationId, surface and tag derive from the path of the procedure. */
const routed =
  <C extends CallContext>(builder: Builder<C>) =>
  <R extends Route>(route: R, summary: string, { description, ...options }: RouteOptions) => {
    const [method, path] = route.split(' ') as [Method, `/${string}`];
    const { query, mutation } = builder.meta({ ...options, openapi: { method, path, summary, description } });
    return {
      run: (method === 'GET' ? query : mutation) as ProcedureMaker<C, R extends `GET ${string}` ? 'query' : 'mutation'>,
    };
  };

/** Also for members whose role includes the scope or is one of `roles`. */
export const routesFor = (scope: Scope, options: { roles?: readonly Role[] } = {}) => routed(procedure(scope, options));

export const keyRoute = routed(keyProcedure);

export const catalogueRoute = routed(catalogueProcedure);

export const publicRoute = routed(publicProcedure);
