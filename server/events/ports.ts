import type { KeyResources } from '../../shared/access/keys';
import type { Scope } from '../../shared/access/scopes';
import type { EventType } from '../../shared/events/events';
import type { CancelReason, DeliveryTrigger } from '../../shared/webhooks/deliveries';
import type { SelectorName, WebhookSelectors } from '../../shared/webhooks/webhooks';
import type { KeyActor, UserActor } from '../actor';
import type { Store } from '../db/database';
import type { ScopedDb } from '../db/scoped';

export interface EventPorts {
  /** Includes disabled webhooks, and rules. */
  listSubscribers(tx: Store, workspaceId: string): Promise<Subscriber[]>;
  insertDeliveries(tx: Store, deliveries: readonly NewDelivery[]): Promise<void>;
  /** Throws 422 `related_not_found` when the caller cannot see the webhook. */
  requireSubscriber(caller: { actor: KeyActor | UserActor; db: ScopedDb }, webhookId: string): Promise<Subscriber>;
}

export interface NewDelivery {
  id: string;
  workspaceId: string;
  webhookNo: number;
  eventSequence: number;
  eventId: string;
  eventType: string;
  trigger: DeliveryTrigger;
  addressed: boolean;
  replayId?: string;
  nextAt: Date;
  createdAt: Date;
  ended?: CancelReason;
}

export interface Subscriber {
  no: number;
  id: string;
  isDisabled: boolean;
  /** Rules read the event log instead of receiving deliveries. */
  isRule: boolean;
  /** False if no event of this type can match. */
  mayWant(event: { type: EventType; addressedTo?: string | undefined }): boolean;
  wants(type: EventType, resources: Resources, requires: string | null): boolean;
}
export type Resources = Partial<Record<SelectorName, string[]>>;

export interface SubscriberRow {
  no: number;
  id: string;
  events: readonly string[];
  selectors: WebhookSelectors;
  grant: { scopes: readonly Scope[]; resources: KeyResources };
  status: 'active' | 'paused' | 'disabled';
}
