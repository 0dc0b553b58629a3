"""The official Python clients, as their users call them; prints what each of them understood."""

import json
import os

import openai

base_url = os.environ["BASE_URL"] + "/api/v1"
model = os.environ.get("MODEL", "switchboard/echo")
client = openai.OpenAI(base_url=base_url, api_key=os.environ["API_KEY"], max_retries=0)
messages = [{"role": "user", "content": "Hello there"}]


def joined(pieces):
    return "".join(piece or "" for piece in pieces)


def chat_stream():
    chunks = list(
        client.chat.completions.create(
            model=model, messages=messages, stream=True, stream_options={"include_usage": True}
        )
    )
    text = joined(chunk.choices[0].delta.content for chunk in chunks if chunk.choices)
    return [text, chunks[-1].usage.model_extra["cost"]]


def responses_stream():
    events = client.responses.create(model=model, input="Hello there", stream=True)
    return joined(event.delta for event in events if event.type == "response.output_text.delta")


def parsed():
    tools = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]
    answer = client.chat.completions.create(model=model, messages=messages, tools=tools, tool_choice="auto")
    return answer.choices[0].message.tool_calls


def failure(**change):
    try:
        client.chat.completions.create(**{"model": model, "messages": messages, **change})
    except openai.APIStatusError as error:
        return [type(error).__name__, error.status_code, error.code]


def wrong_key():
    try:
        openai.OpenAI(base_url=base_url, api_key="sb_ak_no-key", max_retries=0).models.list()
    except openai.APIStatusError as error:
        return [type(error).__name__, error.status_code, error.code]


calls = {
    "chat": lambda: client.chat.completions.create(model=model, messages=messages).choices[0].message.content,
    "chat stream": chat_stream,
    "chat tools": parsed,
    "responses": lambda: client.responses.create(model=model, input="Hello there").output_text,
    "responses stream": responses_stream,
    "embeddings": lambda: len(client.embeddings.create(model=model, input="Hello").data[0].embedding),
    "transcription": lambda: client.audio.transcriptions.create(model=model, file=("hello.ogg", b"0123456789")).text,
    "models": lambda: model in [one.id for one in client.models.list()],
    "model": lambda: client.models.retrieve(model).id,
    "unknown model": lambda: failure(model="never/there"),
    "wrong field": lambda: failure(messages=[]),
    "wrong key": wrong_key,
}


def understood(call):
    try:
        return call()
    except Exception as error:
        return f"failed: {error}"


print(json.dumps({name: understood(call) for name, call in calls.items()}))
