CREATE TABLE "inbound_bodies" (
	"request_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"encoding" text NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "inbound_dedupe" (
	"workspace_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"key_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbound_dedupe_endpoint_id_key_hash_pk" PRIMARY KEY("endpoint_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "inbound_endpoint_versions" (
	"workspace_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"changed" jsonb NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbound_endpoint_versions_endpoint_id_version_pk" PRIMARY KEY("endpoint_id","version")
);
--> statement-breakpoint
CREATE TABLE "inbound_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"config" jsonb NOT NULL,
	"allowed_instances" jsonb,
	"tokens" jsonb NOT NULL,
	"secrets_sealed" text,
	"secrets" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"samples" integer DEFAULT 0 NOT NULL,
	"created_by" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbound_hours" (
	"workspace_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"accepted" integer NOT NULL,
	"rejected" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"last_status" text NOT NULL,
	CONSTRAINT "inbound_hours_endpoint_id_hour_pk" PRIMARY KEY("endpoint_id","hour")
);
--> statement-breakpoint
CREATE TABLE "inbound_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"endpoint_version" integer NOT NULL,
	"method" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"content_type" text,
	"size" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"query" jsonb NOT NULL,
	"body_sha256" text,
	"files" jsonb NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"stage" text,
	"error" jsonb,
	"dedupe_key" text,
	"duplicate_of" text,
	"publication_ids" jsonb NOT NULL,
	"key_id" text,
	"replay_of" text,
	"body_of" text,
	"replay_version" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"files_until" timestamp (3) with time zone,
	"duration_ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publication_attempts" (
	"workspace_id" text NOT NULL,
	"delivery_id" text NOT NULL,
	"n" integer NOT NULL,
	"part" integer NOT NULL,
	"outcome" text,
	"response" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "publication_attempts_delivery_id_n_pk" PRIMARY KEY("delivery_id","n")
);
--> statement-breakpoint
CREATE TABLE "publication_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"channel" text NOT NULL,
	"container_id" text NOT NULL,
	"recipient" text NOT NULL,
	"instance_id" text,
	"sent_to" text NOT NULL,
	"label" text,
	"status" text NOT NULL,
	"waiting_reason" text,
	"skip_reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"parts" jsonb NOT NULL,
	"reference" text,
	"error" jsonb,
	"content_hash" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publication_slots" (
	"workspace_id" text NOT NULL,
	"slot_group" text NOT NULL,
	"slot_at" timestamp (3) with time zone NOT NULL,
	"publication_id" text NOT NULL,
	CONSTRAINT "publication_slots_workspace_id_slot_group_slot_at_pk" PRIMARY KEY("workspace_id","slot_group","slot_at")
);
--> statement-breakpoint
CREATE TABLE "publications" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"title" text,
	"content" jsonb NOT NULL,
	"overrides" jsonb NOT NULL,
	"targets" jsonb NOT NULL,
	"channels" text NOT NULL,
	"instances" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"expires_after_seconds" integer NOT NULL,
	"overflow" text NOT NULL,
	"on_invalid_target" text NOT NULL,
	"duplicate_window_seconds" integer NOT NULL,
	"short_links" text NOT NULL,
	"links" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"counters" jsonb NOT NULL,
	"approval" jsonb,
	"source" text NOT NULL,
	"source_key_id" text,
	"source_user_id" text,
	"inbound_request_id" text,
	"endpoint_id" text,
	"rule_run_id" text,
	"cause_run_id" text,
	"cause_depth" integer,
	"due_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_paces" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"pace_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"rule_id" text NOT NULL,
	"rule_version" integer NOT NULL,
	"trigger" text NOT NULL,
	"origin" text NOT NULL,
	"context" jsonb NOT NULL,
	"event_id" text,
	"scheduled_for" timestamp (3) with time zone,
	"status" text NOT NULL,
	"reason" text,
	"steps" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"chain" jsonb NOT NULL,
	"debounce_key" text,
	"throttle_key" text,
	"next_at" timestamp (3) with time zone NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_versions" (
	"rule_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"number" integer NOT NULL,
	"config" jsonb NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rule_versions_rule_id_number_pk" PRIMARY KEY("rule_id","number")
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"status" text NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"config" jsonb NOT NULL,
	"config_version" integer DEFAULT 1 NOT NULL,
	"read_grant" jsonb NOT NULL,
	"trigger_type" text NOT NULL,
	"start_sequence" bigint NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"pace_ms" bigint DEFAULT 0 NOT NULL,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"failing_since_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"last_run_status" text,
	"throttled_at" timestamp (3) with time zone,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cause_run_id" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cause_depth" integer;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD COLUMN "cause_run_id" text;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD COLUMN "cause_depth" integer;--> statement-breakpoint
ALTER TABLE "inbound_bodies" ADD CONSTRAINT "inbound_bodies_request_id_inbound_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."inbound_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_bodies" ADD CONSTRAINT "inbound_bodies_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_dedupe" ADD CONSTRAINT "inbound_dedupe_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_dedupe" ADD CONSTRAINT "inbound_dedupe_endpoint_id_inbound_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."inbound_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_endpoint_versions" ADD CONSTRAINT "inbound_endpoint_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_endpoint_versions" ADD CONSTRAINT "inbound_endpoint_versions_endpoint_id_inbound_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."inbound_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_endpoints" ADD CONSTRAINT "inbound_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_hours" ADD CONSTRAINT "inbound_hours_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_hours" ADD CONSTRAINT "inbound_hours_endpoint_id_inbound_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."inbound_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_requests" ADD CONSTRAINT "inbound_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_attempts" ADD CONSTRAINT "publication_attempts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_attempts" ADD CONSTRAINT "publication_attempts_delivery_id_publication_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."publication_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_deliveries" ADD CONSTRAINT "publication_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_deliveries" ADD CONSTRAINT "publication_deliveries_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_slots" ADD CONSTRAINT "publication_slots_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_paces" ADD CONSTRAINT "rule_paces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_bodies_expires_idx" ON "inbound_bodies" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_dedupe_expires_idx" ON "inbound_dedupe" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "inbound_endpoints_workspace_idx" ON "inbound_endpoints" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "inbound_hours_hour_idx" ON "inbound_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "inbound_requests_endpoint_idx" ON "inbound_requests" USING btree ("workspace_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "inbound_requests_status_idx" ON "inbound_requests" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "inbound_requests_created_idx" ON "inbound_requests" USING btree ("created_at") WHERE not is_sample;--> statement-breakpoint
CREATE INDEX "inbound_requests_sample_idx" ON "inbound_requests" USING btree ("endpoint_id","id") WHERE is_sample;--> statement-breakpoint
CREATE INDEX "inbound_requests_replay_idx" ON "inbound_requests" USING btree ("replay_of") WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX "inbound_requests_files_idx" ON "inbound_requests" USING btree ("files_until") WHERE files_until is not null;--> statement-breakpoint
CREATE INDEX "inbound_requests_pending_idx" ON "inbound_requests" USING btree ("id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "publication_deliveries_recipient_key" ON "publication_deliveries" USING btree ("publication_id","channel","container_id","recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_deliveries_workspace_id_key" ON "publication_deliveries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "publication_deliveries_lane_idx" ON "publication_deliveries" USING btree ("channel","container_id","next_attempt_at") WHERE status in ('pending', 'waiting');--> statement-breakpoint
CREATE INDEX "publication_deliveries_lease_idx" ON "publication_deliveries" USING btree ("lease_until") WHERE status = 'sending';--> statement-breakpoint
CREATE INDEX "publication_deliveries_status_idx" ON "publication_deliveries" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "publication_deliveries_publication_idx" ON "publication_deliveries" USING btree ("publication_id","status");--> statement-breakpoint
CREATE INDEX "publication_deliveries_instance_idx" ON "publication_deliveries" USING btree ("workspace_id","instance_id","id");--> statement-breakpoint
CREATE INDEX "publication_deliveries_reference_idx" ON "publication_deliveries" USING btree ("reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "publication_deliveries_hash_idx" ON "publication_deliveries" USING btree ("workspace_id","content_hash","created_at");--> statement-breakpoint
CREATE INDEX "publication_deliveries_created_idx" ON "publication_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "publication_slots_publication_idx" ON "publication_slots" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "publication_slots_at_idx" ON "publication_slots" USING btree ("slot_at");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_workspace_id_key" ON "publications" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "publications_status_idx" ON "publications" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "publications_due_idx" ON "publications" USING btree ("due_at") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "publications_expiry_idx" ON "publications" USING btree ("expires_at") WHERE status in ('scheduled', 'queued', 'publishing', 'paused');--> statement-breakpoint
CREATE INDEX "publications_created_idx" ON "publications" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_runs_origin_key" ON "rule_runs" USING btree ("rule_id","origin");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_runs_workspace_id_key" ON "rule_runs" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_runs_debounce_key" ON "rule_runs" USING btree ("rule_id","debounce_key") WHERE debounce_key is not null;--> statement-breakpoint
CREATE INDEX "rule_runs_throttle_idx" ON "rule_runs" USING btree ("rule_id","throttle_key","created_at") WHERE throttle_key is not null;--> statement-breakpoint
CREATE INDEX "rule_runs_due_idx" ON "rule_runs" USING btree ("workspace_id","next_at") WHERE status in ('queued', 'waiting');--> statement-breakpoint
CREATE INDEX "rule_runs_lease_idx" ON "rule_runs" USING btree ("lease_until") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "rule_runs_rule_idx" ON "rule_runs" USING btree ("workspace_id","rule_id","id");--> statement-breakpoint
CREATE INDEX "rule_runs_status_idx" ON "rule_runs" USING btree ("workspace_id","status","id");--> statement-breakpoint
CREATE INDEX "rule_runs_created_idx" ON "rule_runs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rules_workspace_id_key" ON "rules" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "rules_due_idx" ON "rules" USING btree ("next_run_at") WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX "rules_trigger_idx" ON "rules" USING btree ("workspace_id","trigger_type","status");--> statement-breakpoint
CREATE INDEX "wa_batches_canceled_idx" ON "wa_batches" USING btree ("id") WHERE status = 'canceled' and completed_at is null;--> statement-breakpoint
CREATE INDEX "wa_messages_inbound_idx" ON "wa_messages" USING btree ("workspace_id","chat_id","id") WHERE direction = 'inbound';--> statement-breakpoint
CREATE INDEX "wa_messages_rare_idx" ON "wa_messages" USING btree ("workspace_id","status","id") WHERE status in ('scheduled', 'unconfirmed', 'failed', 'canceled');