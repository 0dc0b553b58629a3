CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"suspended_reason" text,
	"leaked_key_policy" text DEFAULT 'revoke' NOT NULL,
	"rate_limit" jsonb NOT NULL,
	"log_retention_days" integer DEFAULT 7 NOT NULL,
	"event_retention_days" integer,
	"delivery_retention_days" integer,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"key_id" text NOT NULL,
	"period" text NOT NULL,
	"amount_micro_usd" bigint NOT NULL,
	"warn_at_percent" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"spent_micro_usd" bigint DEFAULT 0 NOT NULL,
	"reserved_micro_usd" bigint DEFAULT 0 NOT NULL,
	"warned_at" timestamp (3) with time zone,
	"exhausted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_provider_failures" (
	"provider_slug" text NOT NULL,
	"scope" text NOT NULL,
	"error_code" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ai_provider_failures_provider_slug_scope_pk" PRIMARY KEY("provider_slug","scope")
);
--> statement-breakpoint
CREATE TABLE "ai_providers" (
	"slug" text PRIMARY KEY NOT NULL,
	"config" jsonb NOT NULL,
	"sealed_secrets" text,
	"key_hint" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"key_id" text NOT NULL,
	"source" text NOT NULL,
	"endpoint" text NOT NULL,
	"is_stream" boolean NOT NULL,
	"requested_model" text NOT NULL,
	"model_id" text,
	"provider_slug" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"error_code" text,
	"prompt_tokens" bigint DEFAULT 0 NOT NULL,
	"completion_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_write_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"audio_ms" bigint DEFAULT 0 NOT NULL,
	"cost_micro_usd" bigint DEFAULT 0 NOT NULL,
	"reserved_micro_usd" bigint NOT NULL,
	"budget_ids" jsonb NOT NULL,
	"estimated" boolean DEFAULT false NOT NULL,
	"price" jsonb,
	"price_version" text,
	"latency_ms" integer,
	"first_token_ms" integer,
	"idempotency_key" text,
	"lease_owner" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ai_usage_days" (
	"workspace_id" text NOT NULL,
	"day" text NOT NULL,
	"key_id" text NOT NULL,
	"model_id" text NOT NULL,
	"requests" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"prompt_tokens" bigint NOT NULL,
	"completion_tokens" bigint NOT NULL,
	"cached_tokens" bigint NOT NULL,
	"reasoning_tokens" bigint NOT NULL,
	"cost_micro_usd" bigint NOT NULL,
	"estimated_requests" bigint NOT NULL,
	"unpriced_requests" bigint NOT NULL,
	CONSTRAINT "ai_usage_days_workspace_id_day_key_id_model_id_pk" PRIMARY KEY("workspace_id","day","key_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "model_snapshots" (
	"provider_slug" text PRIMARY KEY NOT NULL,
	"models" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"error_code" text,
	"error_detail" text,
	"url_used" text,
	"failing_since" timestamp (3) with time zone,
	"dropped" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "workspace_model_settings" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"aliases" jsonb NOT NULL,
	"allow" jsonb NOT NULL,
	"deny" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"thin_body" text,
	"dedupe_key" text,
	"addressed_to" text,
	"requires" text,
	"request_id" text,
	"cause_run_id" text,
	"cause_depth" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_counter" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"webhooks_version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"workspace_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"operation_id" text NOT NULL,
	"actor_id" text NOT NULL,
	"state" text NOT NULL,
	"owner" text NOT NULL,
	"lease_expires_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_workspace_id_key_pk" PRIMARY KEY("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "user_idempotency_records" (
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"operation_id" text NOT NULL,
	"actor_id" text NOT NULL,
	"state" text NOT NULL,
	"owner" text NOT NULL,
	"lease_expires_at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_idempotency_records_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "request_logs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation_id" text NOT NULL,
	"surface" text NOT NULL,
	"status" integer NOT NULL,
	"code" text,
	"duration_ms" integer NOT NULL,
	"key_id" text,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"client_request_id" text,
	"replayed" boolean DEFAULT false NOT NULL,
	"request_body" text,
	"response_body" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"workspace_id" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"status_class" integer NOT NULL,
	"requests" bigint NOT NULL,
	"rate_limited" bigint NOT NULL,
	"duration_ms_sum" bigint NOT NULL,
	"duration_ms_max" bigint NOT NULL,
	CONSTRAINT "usage_days_workspace_id_bucket_key_id_operation_id_status_class_pk" PRIMARY KEY("workspace_id","bucket","key_id","operation_id","status_class")
);
--> statement-breakpoint
CREATE TABLE "usage_hours" (
	"workspace_id" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"status_class" integer NOT NULL,
	"requests" bigint NOT NULL,
	"rate_limited" bigint NOT NULL,
	"duration_ms_sum" bigint NOT NULL,
	"duration_ms_max" bigint NOT NULL,
	CONSTRAINT "usage_hours_workspace_id_bucket_key_id_operation_id_status_class_pk" PRIMARY KEY("workspace_id","bucket","key_id","operation_id","status_class")
);
--> statement-breakpoint
CREATE TABLE "usage_minutes" (
	"workspace_id" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"status_class" integer NOT NULL,
	"requests" bigint NOT NULL,
	"rate_limited" bigint NOT NULL,
	"duration_ms_sum" bigint NOT NULL,
	"duration_ms_max" bigint NOT NULL,
	CONSTRAINT "usage_minutes_workspace_id_bucket_key_id_operation_id_status_class_pk" PRIMARY KEY("workspace_id","bucket","key_id","operation_id","status_class")
);
--> statement-breakpoint
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
	"matched_count" bigint DEFAULT 0 NOT NULL,
	"created_count" bigint DEFAULT 0 NOT NULL,
	"created_by" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone
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
CREATE TABLE "auth_changes" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_throttle" (
	"bucket" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"tat" bigint NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "branding" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text,
	"accent" text,
	"logo_type" text,
	"logo_hash" text,
	"logo" text
);
--> statement-breakpoint
CREATE TABLE "instance" (
	"id" integer PRIMARY KEY NOT NULL,
	"owner_user_id" text,
	"setup_token_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"password_verified_at" timestamp (3) with time zone NOT NULL,
	"mfa_at" timestamp (3) with time zone,
	"idle_expires_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp (3) with time zone,
	"password_changed_at" timestamp (3) with time zone,
	"instance_admin" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text,
	"actor" jsonb NOT NULL,
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"target" jsonb,
	"target_id" text NOT NULL,
	"changes" jsonb,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key_secrets" (
	"hash" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"key_id" text NOT NULL,
	"masked_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"metadata" jsonb NOT NULL,
	"scopes" jsonb NOT NULL,
	"full_access" boolean DEFAULT false NOT NULL,
	"resources" jsonb NOT NULL,
	"allowed_cidrs" jsonb NOT NULL,
	"allowed_origins" jsonb NOT NULL,
	"browser_use" boolean DEFAULT false NOT NULL,
	"rate_limit" jsonb,
	"expires_at" timestamp (3) with time zone,
	"created_by" jsonb NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"last_used_user_agent" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"revoked_reason" text,
	"expiry_notice_at" timestamp (3) with time zone,
	"leak_reported_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "api_keys_workspace_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
	"allowed_domains" jsonb,
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
	"wait_reason" text,
	"skip_reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
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
	"completed_at" timestamp (3) with time zone,
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
	"completed_at" timestamp (3) with time zone,
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
	"suppress_events" boolean NOT NULL,
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
	"completed_at" timestamp (3) with time zone
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
	"click_retention_days" integer NOT NULL,
	"count_http_clients" boolean NOT NULL,
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
	"notes" text,
	"external_id" text,
	"metadata" jsonb NOT NULL,
	"redirect_status" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"expired_url" text,
	"expired_event_at" timestamp (3) with time zone,
	"max_clicks" integer,
	"limit_reached_url" text,
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
CREATE TABLE "wa_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"status" text NOT NULL,
	"content" jsonb NOT NULL,
	"total" integer NOT NULL,
	"rate" integer,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_cloud_apps" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"verify_token_sealed" text NOT NULL,
	"verify_token_hint" text NOT NULL,
	"ingress_token" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_instance_history" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wa_instance_history_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"driver" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"status_changed_at" timestamp (3) with time zone NOT NULL,
	"reported_status" text,
	"reported_reason" text,
	"report_at" timestamp (3) with time zone,
	"generation" integer DEFAULT 0 NOT NULL,
	"phone" text,
	"display_name" text,
	"lid" text,
	"metadata" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"health_reasons" jsonb NOT NULL,
	"quality_rating" text,
	"messaging_limit" text,
	"proxy_sealed" text,
	"proxy_redacted" text,
	"pairing_sealed" text,
	"passkey_sealed" text,
	"app_id" text,
	"phone_number_id" text,
	"waba_id" text,
	"graph_version" text,
	"base_url" text,
	"token_sealed" text,
	"token_hint" text,
	"last_webhook_at" timestamp (3) with time zone,
	"templates_synced_at" timestamp (3) with time zone,
	"sandbox" jsonb,
	"web" jsonb,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_pacing" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"key" text NOT NULL,
	"theoretical_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_pacing_instance_id_key_pk" PRIMARY KEY("instance_id","key")
);
--> statement-breakpoint
CREATE TABLE "wa_provider_raw" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wa_provider_raw_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"app_id" text NOT NULL,
	"body_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"parsed_at" timestamp (3) with time zone,
	"problems" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"lease_owner" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_sandbox_states" (
	"instance_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"state" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_sandbox_timers" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wa_sandbox_timers_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"step" jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_template_id" text,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"status" text NOT NULL,
	"rejection_reason" text,
	"quality" text NOT NULL,
	"parameter_format" text NOT NULL,
	"components" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_media" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"message_id" text,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"error" jsonb,
	"mime_type" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"filename" text,
	"width" integer,
	"height" integer,
	"duration_seconds" integer,
	"source_sealed" text,
	"provider_media_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"stored_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_media_uploads" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"sha256" text NOT NULL,
	"mime_type" text NOT NULL,
	"provider_media_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_media_uploads_instance_id_sha256_mime_type_pk" PRIMARY KEY("instance_id","sha256","mime_type")
);
--> statement-breakpoint
CREATE TABLE "wa_early_events" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_message_id" text NOT NULL,
	"hash" text NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_early_events_instance_id_provider_message_id_hash_pk" PRIMARY KEY("instance_id","provider_message_id","hash")
);
--> statement-breakpoint
CREATE TABLE "wa_message_provider_ids" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_message_id" text NOT NULL,
	"message_id" text NOT NULL,
	"attempt" integer NOT NULL,
	CONSTRAINT "wa_message_provider_ids_instance_id_provider_message_id_message_id_pk" PRIMARY KEY("instance_id","provider_message_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "wa_message_receipts" (
	"workspace_id" text NOT NULL,
	"message_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_message_receipts_message_id_contact_id_status_pk" PRIMARY KEY("message_id","contact_id","status")
);
--> statement-breakpoint
CREATE TABLE "wa_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"chat_id" text NOT NULL,
	"direction" text NOT NULL,
	"origin" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"status_history" jsonb NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"waiting" jsonb,
	"provider_message_id" text,
	"sender_key" text NOT NULL,
	"contact_id" text,
	"group_id" text,
	"reply_to" jsonb,
	"forwarded" boolean DEFAULT false NOT NULL,
	"mentions" jsonb NOT NULL,
	"content" jsonb NOT NULL,
	"fallback_applied" boolean DEFAULT false NOT NULL,
	"media_id" text,
	"reactions" jsonb NOT NULL,
	"context" jsonb,
	"error" jsonb,
	"client_reference" text,
	"publication_delivery_id" text,
	"cause_run_id" text,
	"cause_depth" integer,
	"batch_id" text,
	"metadata" jsonb NOT NULL,
	"simulate_typing_ms" integer DEFAULT 0 NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"edited_at" timestamp (3) with time zone,
	"edits" jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"provider_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"dispatched_at" timestamp (3) with time zone,
	"retries" integer DEFAULT 0 NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_call_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"group_id" text,
	"is_video" boolean NOT NULL,
	"status" text NOT NULL,
	"rejected" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_chats" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"type" text NOT NULL,
	"provider_chat_id" text NOT NULL,
	"title" text NOT NULL,
	"contact_id" text,
	"group_id" text,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"muted_until" timestamp (3) with time zone,
	"label_ids" jsonb,
	"last_message_id" text,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"window_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_contact_addresses" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"contact_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_contact_addresses_instance_id_kind_value_pk" PRIMARY KEY("instance_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "wa_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"phone" text,
	"lid" text,
	"bsuid" text,
	"username" text,
	"name" text,
	"push_name" text,
	"is_business" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"picture_url" text,
	"picture_at" timestamp (3) with time zone,
	"about" text,
	"about_at" timestamp (3) with time zone,
	"opt_out" text DEFAULT 'none' NOT NULL,
	"metadata" jsonb NOT NULL,
	"search" text NOT NULL,
	"sort_key" text DEFAULT '' NOT NULL,
	"masked_sort_key" text DEFAULT '' NOT NULL,
	"merged_into_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_group_join_requests" (
	"workspace_id" text NOT NULL,
	"group_id" text NOT NULL,
	"request_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_group_join_requests_group_id_request_id_pk" PRIMARY KEY("group_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "wa_group_participants" (
	"workspace_id" text NOT NULL,
	"group_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone,
	CONSTRAINT "wa_group_participants_group_id_contact_id_pk" PRIMARY KEY("group_id","contact_id")
);
--> statement-breakpoint
CREATE TABLE "wa_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_group_id" text,
	"provider_request_id" text,
	"status" text NOT NULL,
	"subject" text NOT NULL,
	"description" text,
	"owner_contact_id" text,
	"picture_url" text,
	"admins_only_messages" boolean DEFAULT false NOT NULL,
	"admins_only_settings" boolean DEFAULT false NOT NULL,
	"join_approval" boolean DEFAULT false NOT NULL,
	"member_add_mode" text,
	"message_lifetime_seconds" integer,
	"size" integer DEFAULT 0 NOT NULL,
	"invite_link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_label_reservations" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"name_key" text NOT NULL,
	"is_new" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_label_reservations_instance_id_name_key_pk" PRIMARY KEY("instance_id","name_key")
);
--> statement-breakpoint
CREATE TABLE "wa_labels" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_label_id" text NOT NULL,
	"name" text NOT NULL,
	"color" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_socket_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"owner" text NOT NULL,
	"call_sealed" text NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"result_sealed" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_sockets" (
	"instance_id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"goal" text NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	"engine_version" text,
	"protocol_version" text,
	"is_syncing" boolean DEFAULT false NOT NULL,
	"sync_progress" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_cursors" (
	"consumer" text NOT NULL,
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "event_cursors_consumer_workspace_id_pk" PRIMARY KEY("consumer","workspace_id")
);
--> statement-breakpoint
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
ALTER TABLE "ai_budgets" ADD CONSTRAINT "ai_budgets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_requests" ADD CONSTRAINT "ai_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_usage_days" ADD CONSTRAINT "ai_usage_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_model_settings" ADD CONSTRAINT "workspace_model_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_counter" ADD CONSTRAINT "workspace_counter_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_idempotency_records" ADD CONSTRAINT "user_idempotency_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_logs" ADD CONSTRAINT "request_logs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_minutes" ADD CONSTRAINT "usage_minutes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_stats" ADD CONSTRAINT "webhook_stats_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_secrets" ADD CONSTRAINT "api_key_secrets_key_fk" FOREIGN KEY ("workspace_id","key_id") REFERENCES "public"."api_keys"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "publication_deliveries" ADD CONSTRAINT "publication_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_deliveries" ADD CONSTRAINT "publication_deliveries_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publication_slots" ADD CONSTRAINT "publication_slots_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_paces" ADD CONSTRAINT "rule_paces_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_runs" ADD CONSTRAINT "rule_runs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_versions" ADD CONSTRAINT "rule_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_domains" ADD CONSTRAINT "link_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_imports" ADD CONSTRAINT "link_imports_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_removals" ADD CONSTRAINT "link_removals_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_settings" ADD CONSTRAINT "link_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_tag_id_link_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."link_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tag_links" ADD CONSTRAINT "link_tag_links_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tags" ADD CONSTRAINT "link_tags_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_batches" ADD CONSTRAINT "wa_batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_batches" ADD CONSTRAINT "wa_batches_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_cloud_apps" ADD CONSTRAINT "wa_cloud_apps_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instance_history" ADD CONSTRAINT "wa_instance_history_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instance_history" ADD CONSTRAINT "wa_instance_history_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instances" ADD CONSTRAINT "wa_instances_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instances" ADD CONSTRAINT "wa_instances_app_id_wa_cloud_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."wa_cloud_apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_pacing" ADD CONSTRAINT "wa_pacing_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_pacing" ADD CONSTRAINT "wa_pacing_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_provider_raw" ADD CONSTRAINT "wa_provider_raw_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_provider_raw" ADD CONSTRAINT "wa_provider_raw_app_id_wa_cloud_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."wa_cloud_apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sandbox_states" ADD CONSTRAINT "wa_sandbox_states_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sandbox_states" ADD CONSTRAINT "wa_sandbox_states_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sandbox_timers" ADD CONSTRAINT "wa_sandbox_timers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sandbox_timers" ADD CONSTRAINT "wa_sandbox_timers_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_templates" ADD CONSTRAINT "wa_templates_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_templates" ADD CONSTRAINT "wa_templates_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media" ADD CONSTRAINT "wa_media_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media" ADD CONSTRAINT "wa_media_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media_uploads" ADD CONSTRAINT "wa_media_uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media_uploads" ADD CONSTRAINT "wa_media_uploads_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_early_events" ADD CONSTRAINT "wa_early_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_early_events" ADD CONSTRAINT "wa_early_events_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_message_id_wa_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."wa_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_receipts" ADD CONSTRAINT "wa_message_receipts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_receipts" ADD CONSTRAINT "wa_message_receipts_message_id_wa_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."wa_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_chat_id_wa_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."wa_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_calls" ADD CONSTRAINT "wa_calls_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_calls" ADD CONSTRAINT "wa_calls_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_calls" ADD CONSTRAINT "wa_calls_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_calls" ADD CONSTRAINT "wa_calls_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contacts" ADD CONSTRAINT "wa_contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contacts" ADD CONSTRAINT "wa_contacts_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_groups" ADD CONSTRAINT "wa_groups_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_groups" ADD CONSTRAINT "wa_groups_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_label_reservations" ADD CONSTRAINT "wa_label_reservations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_label_reservations" ADD CONSTRAINT "wa_label_reservations_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_labels" ADD CONSTRAINT "wa_labels_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_labels" ADD CONSTRAINT "wa_labels_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_socket_calls" ADD CONSTRAINT "wa_socket_calls_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_socket_calls" ADD CONSTRAINT "wa_socket_calls_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sockets" ADD CONSTRAINT "wa_sockets_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_sockets" ADD CONSTRAINT "wa_sockets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_cursors" ADD CONSTRAINT "event_cursors_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ai_budgets_workspace_id_key" ON "ai_budgets" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_budgets_period_key" ON "ai_budgets" USING btree ("workspace_id","key_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_requests_workspace_id_key" ON "ai_requests" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "ai_requests_created_idx" ON "ai_requests" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "ai_requests_key_idx" ON "ai_requests" USING btree ("workspace_id","key_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ai_requests_idempotency_idx" ON "ai_requests" USING btree ("workspace_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "ai_requests_lease_idx" ON "ai_requests" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX "ai_usage_days_day_idx" ON "ai_usage_days" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "events_workspace_sequence_key" ON "events" USING btree ("workspace_id","sequence");--> statement-breakpoint
CREATE INDEX "events_type_idx" ON "events" USING btree ("workspace_id","type","sequence");--> statement-breakpoint
CREATE INDEX "events_created_idx" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_request_idx" ON "events" USING btree ("workspace_id","request_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "events_dedupe_key" ON "events" USING btree ("workspace_id","dedupe_key") WHERE dedupe_key is not null;--> statement-breakpoint
CREATE INDEX "idempotency_expires_idx" ON "idempotency_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_idempotency_expires_idx" ON "user_idempotency_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "request_logs_workspace_idx" ON "request_logs" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "request_logs_created_idx" ON "request_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "usage_days_bucket_idx" ON "usage_days" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "usage_hours_bucket_idx" ON "usage_hours" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "usage_minutes_bucket_idx" ON "usage_minutes" USING btree ("bucket");--> statement-breakpoint
CREATE INDEX "webhook_attempts_started_idx" ON "webhook_attempts" USING btree ("workspace_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_id_key" ON "webhook_deliveries" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("webhook_no","next_at") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lease_idx" ON "webhook_deliveries" USING btree ("lease_until") WHERE state = 1;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_idx" ON "webhook_deliveries" USING btree ("webhook_no","event_sequence");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_idx" ON "webhook_deliveries" USING btree ("webhook_no","no");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead_idx" ON "webhook_deliveries" USING btree ("webhook_no","no") WHERE state = 3;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_replay_idx" ON "webhook_deliveries" USING btree ("replay_id","state") WHERE replay_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_addressed_idx" ON "webhook_deliveries" USING btree ("webhook_no","no") WHERE state = 0 and addressed;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_idx" ON "webhook_deliveries" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_replays_open_key" ON "webhook_replays" USING btree ("webhook_no") WHERE status in ('queued', 'running', 'paused');--> statement-breakpoint
CREATE INDEX "webhook_replays_workspace_idx" ON "webhook_replays" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "webhook_stats_hour_idx" ON "webhook_stats" USING btree ("workspace_id","hour");--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_id_key" ON "webhooks" USING btree ("id");--> statement-breakpoint
CREATE INDEX "webhooks_workspace_idx" ON "webhooks" USING btree ("workspace_id","no");--> statement-breakpoint
CREATE INDEX "webhooks_expires_idx" ON "webhooks" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "auth_changes_at_idx" ON "auth_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "password_resets_user_idx" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_entries_workspace_idx" ON "audit_entries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("workspace_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_created_idx" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_key_secrets_key_idx" ON "api_key_secrets" USING btree ("workspace_id","key_id");--> statement-breakpoint
CREATE INDEX "api_keys_expiry_notice_idx" ON "api_keys" USING btree ("expiry_notice_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_workspace_id_key" ON "invitations" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "members_workspace_id_key" ON "members" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_workspace_user_key" ON "members" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "members_user_idx" ON "members" USING btree ("user_id");--> statement-breakpoint
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
CREATE INDEX "inbound_requests_pending_idx" ON "inbound_requests" USING btree ("workspace_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "publication_deliveries_recipient_key" ON "publication_deliveries" USING btree ("publication_id","channel","container_id","recipient");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_deliveries_workspace_id_key" ON "publication_deliveries" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "publication_deliveries_lane_idx" ON "publication_deliveries" USING btree ("channel","container_id","next_attempt_at","id") WHERE status in ('pending', 'waiting');--> statement-breakpoint
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
CREATE INDEX "publications_expiry_idx" ON "publications" USING btree ("expires_at","id") WHERE status in ('scheduled', 'queued', 'publishing', 'paused');--> statement-breakpoint
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
CREATE INDEX "rules_due_idx" ON "rules" USING btree ("workspace_id","next_run_at","id") WHERE status = 'active' and next_run_at is not null;--> statement-breakpoint
CREATE INDEX "rules_trigger_idx" ON "rules" USING btree ("workspace_id","trigger_type","status");--> statement-breakpoint
CREATE INDEX "link_changes_created_idx" ON "link_changes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_hostname_key" ON "link_domains" USING btree ("hostname") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_workspace_hostname_key" ON "link_domains" USING btree ("workspace_id","hostname");--> statement-breakpoint
CREATE UNIQUE INDEX "link_domains_workspace_id_key" ON "link_domains" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "link_imports_workspace_id_key" ON "link_imports" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "link_imports_open_idx" ON "link_imports" USING btree ("workspace_id","id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "link_imports_lease_idx" ON "link_imports" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
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
CREATE UNIQUE INDEX "wa_batches_workspace_id_key" ON "wa_batches" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_batches_instance_idx" ON "wa_batches" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_batches_open_idx" ON "wa_batches" USING btree ("status","instance_id","id") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "wa_batches_paced_idx" ON "wa_batches" USING btree ("id") WHERE status = 'running' and rate is not null;--> statement-breakpoint
CREATE INDEX "wa_batches_canceled_idx" ON "wa_batches" USING btree ("id") WHERE status = 'canceled' and completed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_secret_key" ON "wa_cloud_apps" USING btree ("workspace_id","secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_ingress_key" ON "wa_cloud_apps" USING btree ("ingress_token");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_workspace_id_key" ON "wa_cloud_apps" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_instance_history_instance_idx" ON "wa_instance_history" USING btree ("instance_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_name_key" ON "wa_instances" USING btree ("workspace_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_phone_number_key" ON "wa_instances" USING btree ("workspace_id","phone_number_id") WHERE phone_number_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_workspace_id_key" ON "wa_instances" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_instances_app_idx" ON "wa_instances" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "wa_instances_report_idx" ON "wa_instances" USING btree ("report_at") WHERE report_at is not null;--> statement-breakpoint
CREATE INDEX "wa_instances_deleted_idx" ON "wa_instances" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_provider_raw_body_key" ON "wa_provider_raw" USING btree ("app_id","body_hash");--> statement-breakpoint
CREATE INDEX "wa_provider_raw_fresh_idx" ON "wa_provider_raw" USING btree ("workspace_id","next_try_at","seq") WHERE parsed_at is null and problems is null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_tried_idx" ON "wa_provider_raw" USING btree ("workspace_id","next_try_at","seq") WHERE parsed_at is null and problems is not null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_lease_idx" ON "wa_provider_raw" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_created_idx" ON "wa_provider_raw" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wa_sandbox_timers_instance_idx" ON "wa_sandbox_timers" USING btree ("instance_id","due_at","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_templates_name_key" ON "wa_templates" USING btree ("instance_id","name","language");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_templates_workspace_id_key" ON "wa_templates" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_templates_provider_idx" ON "wa_templates" USING btree ("instance_id","provider_template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_media_workspace_id_key" ON "wa_media" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_media_hash_idx" ON "wa_media" USING btree ("workspace_id","sha256") WHERE sha256 is not null;--> statement-breakpoint
CREATE INDEX "wa_media_next_idx" ON "wa_media" USING btree ("workspace_id","next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "wa_media_lease_idx" ON "wa_media" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX "wa_media_stored_idx" ON "wa_media" USING btree ("stored_at") WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX "wa_media_instance_idx" ON "wa_media" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_early_events_created_idx" ON "wa_early_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wa_message_provider_ids_message_idx" ON "wa_message_provider_ids" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_messages_key" ON "wa_messages" USING btree ("instance_id","chat_id","sender_key","provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_messages_workspace_id_key" ON "wa_messages" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_chat_idx" ON "wa_messages" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_instance_idx" ON "wa_messages" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_inbound_idx" ON "wa_messages" USING btree ("workspace_id","chat_id","id") WHERE direction = 'inbound';--> statement-breakpoint
CREATE INDEX "wa_messages_lease_idx" ON "wa_messages" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_rare_idx" ON "wa_messages" USING btree ("workspace_id","status","id") WHERE status in ('scheduled', 'unconfirmed', 'failed', 'canceled');--> statement-breakpoint
CREATE INDEX "wa_messages_open_idx" ON "wa_messages" USING btree ("instance_id","status","due_at") WHERE status in ('scheduled', 'queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "wa_messages_line_idx" ON "wa_messages" USING btree ("instance_id","priority","chat_id","id") WHERE status in ('queued', 'sending') and accepted_at is null;--> statement-breakpoint
CREATE INDEX "wa_messages_expiry_idx" ON "wa_messages" USING btree ("expires_at") WHERE status in ('scheduled', 'queued');--> statement-breakpoint
CREATE INDEX "wa_messages_client_ref_idx" ON "wa_messages" USING btree ("workspace_id","client_reference","id") WHERE client_reference is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_batch_idx" ON "wa_messages" USING btree ("batch_id","status") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_media_idx" ON "wa_messages" USING btree ("media_id") WHERE media_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_calls_provider_key" ON "wa_calls" USING btree ("instance_id","provider_call_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_calls_workspace_id_key" ON "wa_calls" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_calls_contact_idx" ON "wa_calls" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "wa_calls_group_idx" ON "wa_calls" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "wa_calls_created_idx" ON "wa_calls" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_chats_provider_key" ON "wa_chats" USING btree ("instance_id","provider_chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_chats_workspace_id_key" ON "wa_chats" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_chats_instance_idx" ON "wa_chats" USING btree ("instance_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "wa_chats_contact_idx" ON "wa_chats" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "wa_chats_group_idx" ON "wa_chats" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "wa_contact_addresses_contact_idx" ON "wa_contact_addresses" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_contacts_workspace_id_key" ON "wa_contacts" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_contacts_instance_idx" ON "wa_contacts" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_contacts_sort_key_idx" ON "wa_contacts" USING btree ("instance_id","sort_key" collate "C","id") WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX "wa_contacts_masked_sort_key_idx" ON "wa_contacts" USING btree ("instance_id","masked_sort_key" collate "C","id") WHERE merged_into_id is null;--> statement-breakpoint
CREATE INDEX "wa_contacts_merged_idx" ON "wa_contacts" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "wa_group_join_requests_contact_idx" ON "wa_group_join_requests" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "wa_group_participants_contact_idx" ON "wa_group_participants" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_groups_provider_key" ON "wa_groups" USING btree ("instance_id","provider_group_id") WHERE provider_group_id is not null;--> statement-breakpoint
CREATE INDEX "wa_groups_request_idx" ON "wa_groups" USING btree ("instance_id","provider_request_id") WHERE provider_request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_groups_workspace_id_key" ON "wa_groups" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_groups_instance_idx" ON "wa_groups" USING btree ("instance_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_labels_provider_key" ON "wa_labels" USING btree ("instance_id","provider_label_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_labels_workspace_id_key" ON "wa_labels" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_labels_instance_idx" ON "wa_labels" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_socket_calls_waiting_idx" ON "wa_socket_calls" USING btree ("owner","created_at") WHERE begun_at is null;--> statement-breakpoint
CREATE INDEX "wa_sockets_due_idx" ON "wa_sockets" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "wa_sockets_owner_idx" ON "wa_sockets" USING btree ("lease_owner") WHERE lease_owner is not null;--> statement-breakpoint
CREATE INDEX "click_handoff_workspace_idx" ON "click_handoff" USING btree ("workspace_id","no");--> statement-breakpoint
CREATE INDEX "link_clicks_link_idx" ON "link_clicks" USING btree ("link_id","created_at");--> statement-breakpoint
CREATE INDEX "link_clicks_workspace_idx" ON "link_clicks" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "link_counters_workspace_idx" ON "link_counters" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "link_days_link_idx" ON "link_days" USING btree ("link_id","day");--> statement-breakpoint
CREATE INDEX "link_days_unfolded_idx" ON "link_days" USING btree ("day") WHERE clicks + bot_clicks - facets_count >= 256 and (clicks + bot_clicks - facets_count) * 16 >= clicks + bot_clicks;--> statement-breakpoint
CREATE INDEX "link_rollups_bucket_idx" ON "link_rollups" USING btree ("dimension","bucket");--> statement-breakpoint
CREATE INDEX "link_rollups_total_idx" ON "link_rollups" USING btree ("workspace_id","domain_id","bucket","clicks","unique_clicks","bot_clicks") WHERE dimension = 'total';
--> statement-breakpoint
-- Words of messages, and where they stand: ids of workspace, instance and chat without their prefixes, so that a search
-- begins at the words of one workspace. Searches repeat the expression as it stands here.
CREATE INDEX "wa_messages_search_idx" ON "wa_messages" USING gin (to_tsvector('simple', split_part("workspace_id", '_', 2) || ' ' || split_part("instance_id", '_', 2) || ' ' || split_part("chat_id", '_', 2) || ' ' || translate("search", '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))) WHERE "search" <> '';
