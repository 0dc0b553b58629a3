export * from './access.pt-BR';
export * from './drivers.pt-BR';
export * from './errors.pt-BR';
export * from './events.pt-BR';
export * from './scopes.pt-BR';
