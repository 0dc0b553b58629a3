CREATE TABLE "nodes" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"workspace_id" text NOT NULL,
	"delivery_no" bigint NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"code" text NOT NULL,
	"detail" text,
	"status" integer,
	"dns_ms" integer,
	"connect_ms" integer,
	"tls_ms" integer,
	"first_byte_ms" integer,
	"total_ms" integer NOT NULL,
	"remote_ip" text,
	"flags" jsonb NOT NULL,
	"retry_after_seconds" integer,
	"url" text NOT NULL,
	"request_headers" jsonb NOT NULL,
	"request_body" text,
	"response_headers" jsonb NOT NULL,
	"response_body" text,
	"response_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_attempts_delivery_no_number_pk" PRIMARY KEY("delivery_no","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"no" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"webhook_no" bigint NOT NULL,
	"event_sequence" bigint NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"state" integer DEFAULT 0 NOT NULL,
	"trigger" text NOT NULL,
	"addressed" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"uncounted" integer DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"budget_from" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"last_code" text,
	"last_status" integer,
	"last_at" timestamp (3) with time zone,
	"resend_of" text,
	"replay_id" text,
	"cancel_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"webhook_no" bigint NOT NULL,
	"webhook_id" text NOT NULL,
	"mode" text NOT NULL,
	"event_types" jsonb NOT NULL,
	"created_after" timestamp (3) with time zone,
	"created_before" timestamp (3) with time zone,
	"after_sequence" bigint NOT NULL,
	"until_sequence" bigint NOT NULL,
	"cursor_sequence" bigint NOT NULL,
	"rate_per_second" integer NOT NULL,
	"status" text NOT NULL,
	"matched" bigint DEFAULT 0 NOT NULL,
	"enqueued" bigint DEFAULT 0 NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_stats" (
	"workspace_id" text NOT NULL,
	"webhook_no" bigint NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"succeeded" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"total_ms" bigint NOT NULL,
	CONSTRAINT "webhook_stats_webhook_no_hour_pk" PRIMARY KEY("webhook_no","hour")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"no" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhooks_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"url" text NOT NULL,
	"name" text,
	"description" text,
	"events" jsonb NOT NULL,
	"selectors" jsonb NOT NULL,
	"read_grant" jsonb NOT NULL,
	"headers_sealed" text,
	"header_names" jsonb NOT NULL,
	"secrets_sealed" text NOT NULL,
	"secrets" jsonb NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"max_in_flight" integer NOT NULL,
	"rate_limit_per_second" integer,
	"retry" jsonb NOT NULL,
	"source" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"consecutive_exhausted" integer DEFAULT 0 NOT NULL,
	"consecutive_blocked" integer DEFAULT 0 NOT NULL,
	"failing_since_at" timestamp (3) with time zone,
	"run_failures" integer DEFAULT 0 NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"last_failure_code" text,
	"last_failure_status" integer,
	"open_until" timestamp (3) with time zone,
	"open_reason" text,
	"openings" integer DEFAULT 0 NOT NULL,
	"degraded_at" timestamp (3) with time zone,
	"created_sequence" bigint NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "thin_body" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "dedupe_key" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "addressed_to" text;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_stats" ADD CONSTRAINT "webhook_stats_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_started_idx" ON "webhook_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_id_key" ON "webhook_deliveries" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("webhook_no","next_at") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lease_idx" ON "webhook_deliveries" USING btree ("lease_until") WHERE state = 1;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("webhook_no","event_sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries" USING btree ("webhook_no","no");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead_idx" ON "webhook_deliveries" USING btree ("webhook_no","no") WHERE state = 3;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_replays_open_key" ON "webhook_replays" USING btree ("webhook_no") WHERE status in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "webhook_replays_workspace_idx" ON "webhook_replays" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "webhook_stats_hour_idx" ON "webhook_stats" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_id_key" ON "webhooks" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhooks_workspace_idx" ON "webhooks" USING btree ("workspace_id","no");--> statement-breakpoint
CREATE INDEX "webhooks_expires_idx" ON "webhooks" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_dedupe_key" ON "events" USING btree ("workspace_id","dedupe_key") WHERE dedupe_key is not null;