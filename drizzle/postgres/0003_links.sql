CREATE TABLE "click_drain" (
	"id" integer PRIMARY KEY NOT NULL,
	"owner" text,
	"fence" bigint NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"handoff_no" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "click_handoff" (
	"no" bigint PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"payload" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "click_positions" (
	"journal" text PRIMARY KEY NOT NULL,
	"segment" bigint NOT NULL,
	"byte_offset" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_clicks" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_clicks_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bot_reason" text,
	"is_unique" boolean NOT NULL,
	"trigger" text NOT NULL,
	"target_key" text,
	"country" text,
	"region" text,
	"city" text,
	"device" text,
	"os" text,
	"browser" text,
	"language" text,
	"referrer_host" text,
	"referrer_hash" bigint,
	"destination_hash" bigint,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"utm_term" text,
	"utm_content" text,
	"utm_ref" text,
	"query" text,
	"tag_ids" text,
	"address_prefix" text
);
--> statement-breakpoint
CREATE TABLE "link_counters" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"clicks" bigint NOT NULL,
	"unique_clicks" bigint NOT NULL,
	"bot_clicks" bigint NOT NULL,
	"last_clicked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_days" (
	"workspace_id" uuid NOT NULL,
	"day" integer NOT NULL,
	"link_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"clicks" bigint NOT NULL,
	"unique_clicks" bigint NOT NULL,
	"bot_clicks" bigint NOT NULL,
	"facets" text,
	"facets_through" bigint DEFAULT 0 NOT NULL,
	"facets_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "link_days_workspace_id_day_link_id_pk" PRIMARY KEY("workspace_id","day","link_id")
);
--> statement-breakpoint
CREATE TABLE "link_open_days" (
	"day" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_rollup_days" (
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"bucket" integer NOT NULL,
	"key" text NOT NULL,
	"clicks" bigint NOT NULL,
	"unique_clicks" bigint NOT NULL,
	"bot_clicks" bigint NOT NULL,
	CONSTRAINT "link_rollup_days_workspace_id_domain_id_dimension_bucket_key_pk" PRIMARY KEY("workspace_id","domain_id","dimension","bucket","key")
);
--> statement-breakpoint
CREATE TABLE "link_rollups" (
	"workspace_id" uuid NOT NULL,
	"domain_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"bucket" integer NOT NULL,
	"key" text NOT NULL,
	"clicks" bigint NOT NULL,
	"unique_clicks" bigint NOT NULL,
	"bot_clicks" bigint NOT NULL,
	CONSTRAINT "link_rollups_workspace_id_domain_id_dimension_bucket_key_pk" PRIMARY KEY("workspace_id","domain_id","dimension","bucket","key")
);
--> statement-breakpoint
CREATE TABLE "link_urls" (
	"workspace_id" uuid NOT NULL,
	"hash" bigint NOT NULL,
	"url" text NOT NULL,
	"seen_day" integer NOT NULL,
	CONSTRAINT "link_urls_workspace_id_hash_pk" PRIMARY KEY("workspace_id","hash")
);
--> statement-breakpoint
CREATE TABLE "link_uses" (
	"link_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"used" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_visitors" (
	"visitor" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_cursors" (
	"consumer" text NOT NULL,
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "event_cursors_consumer_workspace_id_pk" PRIMARY KEY("consumer","workspace_id")
);
--> statement-breakpoint
CREATE TABLE "click_journal" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_blocked_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_changes" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"domain_id" text NOT NULL,
	"slug_key" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_domains" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"hostname" text NOT NULL,
	"status" text NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"token" text NOT NULL,
	"case_sensitive" boolean DEFAULT false NOT NULL,
	"root_url" text,
	"not_found_url" text,
	"expired_url" text,
	"default_redirect_status" integer DEFAULT 302 NOT NULL,
	"last_error" text,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"status" text NOT NULL,
	"format" text NOT NULL,
	"domain_id" text,
	"on_conflict" text NOT NULL,
	"dry_run" boolean NOT NULL,
	"mute_events" boolean NOT NULL,
	"columns" jsonb NOT NULL,
	"file_sha256" text NOT NULL,
	"file_bytes" bigint NOT NULL,
	"offset" bigint DEFAULT 0 NOT NULL,
	"line" integer DEFAULT 0 NOT NULL,
	"rows_total" integer,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" jsonb NOT NULL,
	"created_by_type" text NOT NULL,
	"created_by_id" text NOT NULL,
	"domain_ids" jsonb,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "link_removals" (
	"link_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_salts" (
	"day" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_settings" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"default_domain_id" text,
	"slug_length" integer NOT NULL,
	"address_storage" text NOT NULL,
	"referrer_storage" text NOT NULL,
	"raw_click_days" integer NOT NULL,
	"count_tools" boolean NOT NULL,
	"allow_private_targets" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_tag_links" (
	"workspace_id" text NOT NULL,
	"tag_id" text NOT NULL,
	"link_id" text NOT NULL,
	CONSTRAINT "link_tag_links_tag_id_link_id_pk" PRIMARY KEY("tag_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "link_tags" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"color" text DEFAULT 'gray' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"domain_id" text NOT NULL,
	"slug" text NOT NULL,
	"slug_key" text NOT NULL,
	"url" text NOT NULL,
	"url_hash" text NOT NULL,
	"url_host" text NOT NULL,
	"title" text,
	"comments" text,
	"external_id" text,
	"metadata" jsonb NOT NULL,
	"redirect_status" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"expired_url" text,
	"expired_event_at" timestamp (3) with time zone,
	"max_clicks" integer,
	"limit_url" text,
	"limit_reached_at" timestamp (3) with time zone,
	"password_hash" text,
	"password_version" integer DEFAULT 0 NOT NULL,
	"targeting" jsonb NOT NULL,
	"forward_query" text NOT NULL,
	"preview" jsonb,
	"indexable" boolean DEFAULT false NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"blocked_at" timestamp (3) with time zone,
	"blocked_reason" text,
	"blocked_note" text,
	"source" text NOT NULL,
	"publication_id" text,
	"created_by_type" text NOT NULL,
	"created_by_id" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX "events_request_idx";--> statement-breakpoint
DROP INDEX "webhook_attempts_started_idx";--> statement-breakpoint
DROP INDEX "webhook_deliveries_created_idx";--> statement-breakpoint
DROP INDEX "webhook_stats_hour_idx";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "requires" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "event_retention_days" integer;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "delivery_retention_days" integer;--> statement-breakpoint
ALTER TABLE "event_cursors" ADD CONSTRAINT "event_cursors_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_domains" ADD CONSTRAINT "link_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_imports" ADD CONSTRAINT "link_imports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_removals" ADD CONSTRAINT "link_removals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_settings" ADD CONSTRAINT "link_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_tag_id_link_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."link_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tags" ADD CONSTRAINT "link_tags_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "click_handoff_workspace_idx" ON "click_handoff" USING btree ("workspace_id","no");--> statement-breakpoint
CREATE INDEX "link_clicks_link_idx" ON "link_clicks" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "link_clicks_workspace_idx" ON "link_clicks" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "link_counters_workspace_idx" ON "link_counters" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "link_days_link_idx" ON "link_days" USING btree ("link_id","day");--> statement-breakpoint
CREATE INDEX "link_days_unfolded_idx" ON "link_days" USING btree ("day") WHERE clicks + bot_clicks - facets_count >= 256 and (clicks + bot_clicks - facets_count) * 16 >= clicks + bot_clicks;--> statement-breakpoint
CREATE INDEX "link_rollups_bucket_idx" ON "link_rollups" USING btree ("dimension","bucket");--> statement-breakpoint
CREATE INDEX "link_changes_created_idx" ON "link_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_hostname_key" ON "link_domains" USING btree ("hostname") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_workspace_hostname_key" ON "link_domains" USING btree ("workspace_id","hostname");--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_workspace_id_key" ON "link_domains" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "link_imports_workspace_id_key" ON "link_imports" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "link_imports_open_idx" ON "link_imports" USING btree ("status") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "link_removals_created_idx" ON "link_removals" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "link_tag_links_link_idx" ON "link_tag_links" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "link_tags_workspace_id_key" ON "link_tags" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "link_tags_workspace_name_key" ON "link_tags" USING btree ("workspace_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "links_domain_slug_key" ON "links" USING btree ("domain_id","slug_key");--> statement-breakpoint
CREATE UNIQUE INDEX "links_workspace_external_key" ON "links" USING btree ("workspace_id","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "links_workspace_id_key" ON "links" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "links_workspace_slug_idx" ON "links" USING btree ("workspace_id","slug_key","id");--> statement-breakpoint
CREATE INDEX "links_workspace_url_idx" ON "links" USING btree ("workspace_id","url_hash");--> statement-breakpoint
CREATE INDEX "links_url_host_idx" ON "links" USING btree ("url_host");--> statement-breakpoint
CREATE INDEX "links_blocked_idx" ON "links" USING btree ("url_host") WHERE blocked_at is not null;--> statement-breakpoint
CREATE INDEX "links_expires_idx" ON "links" USING btree ("expires_at") WHERE expires_at is not null and expired_event_at is null;--> statement-breakpoint
CREATE INDEX "links_publication_idx" ON "links" USING btree ("workspace_id","publication_id") WHERE publication_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_addressed_idx" ON "webhook_deliveries" USING btree ("webhook_no","no") WHERE state = 0 and addressed;--> statement-breakpoint
CREATE INDEX "events_request_idx" ON "events" USING btree ("workspace_id","request_id","sequence");--> statement-breakpoint
CREATE INDEX "webhook_attempts_started_idx" ON "webhook_attempts" USING btree ("workspace_id","started_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_stats_hour_idx" ON "webhook_stats" USING btree ("workspace_id","hour");