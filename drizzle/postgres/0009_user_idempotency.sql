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
ALTER TABLE "user_idempotency_records" ADD CONSTRAINT "user_idempotency_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_idempotency_expires_idx" ON "user_idempotency_records" USING btree ("expires_at");