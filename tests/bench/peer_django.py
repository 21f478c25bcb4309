"""Django's admin with the list that the console is measured by: customers, 30 on a page, for a member of staff.

Gunicorn loads it (peer.ts); the process that answers prints its id and the cookie of that person's session.
"""

import json
import os
from datetime import datetime, timedelta, timezone

import django
from django.apps import AppConfig
from django.conf import settings
from django.core.management import call_command


class Peer(AppConfig):
    name = __name__
    label = "peer"
    path = os.path.dirname(__file__)
    default_auto_field = "django.db.models.AutoField"


contrib = "django.contrib."
settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["PEER_DATABASE"]}},
    INSTALLED_APPS=[
        *(contrib + name for name in ("admin", "auth", "contenttypes", "sessions", "messages")),
        f"{__name__}.Peer",
    ],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        contrib + "sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        contrib + "auth.middleware.AuthenticationMiddleware",
        contrib + "messages.middleware.MessageMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of the bench alone",
    STATIC_URL="static/",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    contrib + "auth.context_processors.auth",
                    contrib + "messages.context_processors.messages",
                ]
            },
        }
    ],
    USE_TZ=True,
)
django.setup()

from django.contrib import admin, auth  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import path  # noqa: E402


class Customer(models.Model):
    display_name = models.CharField(max_length=255)
    account_name = models.CharField(max_length=255, unique=True)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "peer"


@admin.register(Customer)
class CustomerAdmin(admin.ModelAdmin):
    list_display = ["display_name", "account_name", "created_at"]
    list_per_page = 30
    ordering = ["-created_at"]
    search_fields = ["display_name", "account_name"]


urlpatterns = [path("admin/", admin.site.urls)]

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Customer)
start = datetime(2026, 1, 1, tzinfo=timezone.utc)
Customer.objects.bulk_create(
    Customer(display_name=f"Bench customer {n}", account_name=f"bench-{n}", created_at=start + timedelta(hours=n))
    for n in range(30)
)
user = auth.get_user_model().objects.create_superuser("staff", "staff@acme.example", "of-the-bench-alone")
session = SessionStore()
session[auth.SESSION_KEY] = str(user.pk)
session[auth.BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
session[auth.HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()

application = get_wsgi_application()
print(json.dumps({"pid": os.getpid(), "cookie": f"{settings.SESSION_COOKIE_NAME}={session.session_key}"}), flush=True)
