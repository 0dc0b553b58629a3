import type { Role, Scope } from '../../shared/access/scopes';
import type { Meta, RouteOptions } from './meta';
import { catalogueProcedure, keyProcedure, procedure, publicProcedure } from './procedures';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Route = `${Method} /${string}`;

/** operationId, surface and tag derive from the path of the procedure. */
const routed =
  <Builder extends { meta: (meta: Meta) => Builder }>(builder: Builder) =>
  (route: Route, summary: string, { description, ...options }: RouteOptions): Builder => {
    const [method, path] = route.split(' ') as [Method, `/${string}`];
    return builder.meta({ ...options, openapi: { method, path, summary, description } });
  };

/** Also for members whose role includes the scope or is one of `roles`. */
export const routesFor = (scope: Scope, options: { roles?: readonly Role[] } = {}) => routed(procedure(scope, options));

export const keyRoute = routed(keyProcedure);

export const catalogueRoute = routed(catalogueProcedure);

export const publicRoute = routed(publicProcedure);
