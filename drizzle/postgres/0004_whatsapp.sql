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
	"last_message_id" text,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	"window_expires_at" timestamp (3) with time zone,
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
	"merged_into_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wa_early_news" (
	"workspace_id" text NOT NULL,
	"instance_id" text NOT NULL,
	"provider_message_id" text NOT NULL,
	"hash" text NOT NULL,
	"news" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wa_early_news_instance_id_provider_message_id_hash_pk" PRIMARY KEY("instance_id","provider_message_id","hash")
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
	"announce" boolean DEFAULT false NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"join_approval" boolean DEFAULT false NOT NULL,
	"member_add_mode" text,
	"ephemeral_seconds" integer,
	"size" integer DEFAULT 0 NOT NULL,
	"invite_link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
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
	"told_status" text,
	"told_reason" text,
	"tell_at" timestamp (3) with time zone,
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
	"app_id" text,
	"phone_number_id" text,
	"waba_id" text,
	"graph_version" text,
	"base_url" text,
	"token_sealed" text,
	"token_hint" text,
	"last_webhook_at" timestamp (3) with time zone,
	"sandbox" jsonb,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" text,
	"client_name" text,
	"owner_node" text,
	"lease_until" timestamp (3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
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
	"hold" jsonb,
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
	"client_ref" text,
	"publication_delivery_id" text,
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
ALTER TABLE "wa_batches" ADD CONSTRAINT "wa_batches_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_batches" ADD CONSTRAINT "wa_batches_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_chats" ADD CONSTRAINT "wa_chats_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_cloud_apps" ADD CONSTRAINT "wa_cloud_apps_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contact_addresses" ADD CONSTRAINT "wa_contact_addresses_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contacts" ADD CONSTRAINT "wa_contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_contacts" ADD CONSTRAINT "wa_contacts_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_early_news" ADD CONSTRAINT "wa_early_news_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_early_news" ADD CONSTRAINT "wa_early_news_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_join_requests" ADD CONSTRAINT "wa_group_join_requests_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_group_id_wa_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."wa_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_group_participants" ADD CONSTRAINT "wa_group_participants_contact_id_wa_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."wa_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_groups" ADD CONSTRAINT "wa_groups_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_groups" ADD CONSTRAINT "wa_groups_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instance_history" ADD CONSTRAINT "wa_instance_history_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instance_history" ADD CONSTRAINT "wa_instance_history_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instances" ADD CONSTRAINT "wa_instances_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_instances" ADD CONSTRAINT "wa_instances_app_id_wa_cloud_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."wa_cloud_apps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media" ADD CONSTRAINT "wa_media_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media" ADD CONSTRAINT "wa_media_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media_uploads" ADD CONSTRAINT "wa_media_uploads_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_media_uploads" ADD CONSTRAINT "wa_media_uploads_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_provider_ids" ADD CONSTRAINT "wa_message_provider_ids_message_id_wa_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."wa_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_receipts" ADD CONSTRAINT "wa_message_receipts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_message_receipts" ADD CONSTRAINT "wa_message_receipts_message_id_wa_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."wa_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_instance_id_wa_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."wa_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD CONSTRAINT "wa_messages_chat_id_wa_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."wa_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "wa_batches_workspace_id_key" ON "wa_batches" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_batches_instance_idx" ON "wa_batches" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_batches_open_idx" ON "wa_batches" USING btree ("status") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "wa_chats_provider_key" ON "wa_chats" USING btree ("instance_id","provider_chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_chats_workspace_id_key" ON "wa_chats" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_chats_instance_idx" ON "wa_chats" USING btree ("instance_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "wa_chats_contact_idx" ON "wa_chats" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "wa_chats_group_idx" ON "wa_chats" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_secret_key" ON "wa_cloud_apps" USING btree ("workspace_id","secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_ingress_key" ON "wa_cloud_apps" USING btree ("ingress_token");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_cloud_apps_workspace_id_key" ON "wa_cloud_apps" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_contact_addresses_contact_idx" ON "wa_contact_addresses" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_contacts_workspace_id_key" ON "wa_contacts" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_contacts_instance_idx" ON "wa_contacts" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_contacts_merged_idx" ON "wa_contacts" USING btree ("merged_into_id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "wa_early_news_created_idx" ON "wa_early_news" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wa_group_join_requests_contact_idx" ON "wa_group_join_requests" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "wa_group_participants_contact_idx" ON "wa_group_participants" USING btree ("contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_groups_provider_key" ON "wa_groups" USING btree ("instance_id","provider_group_id") WHERE provider_group_id is not null;--> statement-breakpoint
CREATE INDEX "wa_groups_request_idx" ON "wa_groups" USING btree ("instance_id","provider_request_id") WHERE provider_request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_groups_workspace_id_key" ON "wa_groups" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_groups_instance_idx" ON "wa_groups" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_instance_history_instance_idx" ON "wa_instance_history" USING btree ("instance_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_name_key" ON "wa_instances" USING btree ("workspace_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_phone_number_key" ON "wa_instances" USING btree ("workspace_id","phone_number_id") WHERE phone_number_id is not null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_instances_workspace_id_key" ON "wa_instances" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_instances_app_idx" ON "wa_instances" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "wa_instances_tell_idx" ON "wa_instances" USING btree ("tell_at") WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX "wa_instances_deleted_idx" ON "wa_instances" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_media_workspace_id_key" ON "wa_media" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_media_hash_idx" ON "wa_media" USING btree ("workspace_id","sha256") WHERE sha256 is not null;--> statement-breakpoint
CREATE INDEX "wa_media_next_idx" ON "wa_media" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
CREATE INDEX "wa_media_stored_idx" ON "wa_media" USING btree ("stored_at") WHERE stored_at is not null;--> statement-breakpoint
CREATE INDEX "wa_media_instance_idx" ON "wa_media" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_message_provider_ids_message_idx" ON "wa_message_provider_ids" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_messages_key" ON "wa_messages" USING btree ("instance_id","chat_id","sender_key","provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_messages_workspace_id_key" ON "wa_messages" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_chat_idx" ON "wa_messages" USING btree ("chat_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_instance_idx" ON "wa_messages" USING btree ("instance_id","id");--> statement-breakpoint
CREATE INDEX "wa_messages_open_idx" ON "wa_messages" USING btree ("instance_id","status","due_at") WHERE status in ('scheduled', 'queued', 'sending', 'unconfirmed');--> statement-breakpoint
CREATE INDEX "wa_messages_line_idx" ON "wa_messages" USING btree ("instance_id","priority","chat_id","id") WHERE status in ('queued', 'sending') and accepted_at is null;--> statement-breakpoint
CREATE INDEX "wa_messages_expiry_idx" ON "wa_messages" USING btree ("expires_at") WHERE status in ('scheduled', 'queued');--> statement-breakpoint
CREATE INDEX "wa_messages_due_idx" ON "wa_messages" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_client_ref_idx" ON "wa_messages" USING btree ("workspace_id","client_ref") WHERE client_ref is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_batch_idx" ON "wa_messages" USING btree ("batch_id","status") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "wa_messages_media_idx" ON "wa_messages" USING btree ("media_id") WHERE media_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wa_provider_raw_body_key" ON "wa_provider_raw" USING btree ("app_id","body_hash");--> statement-breakpoint
CREATE INDEX "wa_provider_raw_open_idx" ON "wa_provider_raw" USING btree ("next_try_at") WHERE parsed_at is null;--> statement-breakpoint
CREATE INDEX "wa_provider_raw_created_idx" ON "wa_provider_raw" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wa_sandbox_timers_due_idx" ON "wa_sandbox_timers" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "wa_sandbox_timers_instance_idx" ON "wa_sandbox_timers" USING btree ("instance_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_templates_name_key" ON "wa_templates" USING btree ("instance_id","name","language");--> statement-breakpoint
CREATE UNIQUE INDEX "wa_templates_workspace_id_key" ON "wa_templates" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "wa_templates_provider_idx" ON "wa_templates" USING btree ("instance_id","provider_template_id");