export * from './accounts';
export * from './events';
export * from './keys';
export * from './models';
export * from './records';
export * from './webhooks';
export * from './workspaces';
