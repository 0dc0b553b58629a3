ALTER TABLE "events" ADD COLUMN "cause_run_id" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cause_depth" integer;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD COLUMN "cause_run_id" text;--> statement-breakpoint
ALTER TABLE "wa_messages" ADD COLUMN "cause_depth" integer;